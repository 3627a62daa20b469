import { expect, test } from 'vitest';
import { blockedWords, categoryWord, difficultyWord, languageWord, storedCaller, storeCaller } from './model';

test('what was stored comes back', () => {
  const kept = new Map<string, string>();
  storeCaller({ setItem: (k, v) => void kept.set(k, v) }, { username: 'Ada', usergender: 'female' });
  expect(storedCaller({ getItem: (k) => kept.get(k) ?? null })).toEqual({ username: 'Ada', usergender: 'female' });
});

test('a scene that can be typed says so', () => {
  expect(blockedWords({ code: 'stt_language', text_way: true })).toMatch(/cannot be heard here.*type/);
  expect(blockedWords({ code: 'tts_language', text_way: true })).toMatch(/cannot be spoken here.*read/);
  expect(blockedWords({ code: 'needs_model', text_way: false })).not.toMatch(/type/);
});

test.each([null, 'null', '{', '[]', '{"username":7}'])('stored %s counts as nothing', (value) => {
  expect(storedCaller({ getItem: () => value })).toEqual({ username: '', usergender: '' });
});

test('a full storage does not stop the call', () => {
  const full = { setItem: () => { throw new Error('quota'); } };
  expect(() => { storeCaller(full, { username: 'Ada', usergender: '' }); }).not.toThrow();
});

test('difficulty and category in words', () => {
  expect([0, 1, 3, 5, 9].map(difficultyWord)).toEqual(['Easy', 'Easy', 'Demanding', 'Very hard', 'Very hard']);
  expect(categoryWord('health-care')).toBe('Health care');
  expect(categoryWord(undefined)).toBe('');
  expect(['en', 'en-GB', 'de', 'fr', 'es'].map(languageWord)).toEqual(['', '', 'German', 'French', 'Spanish']);
});
