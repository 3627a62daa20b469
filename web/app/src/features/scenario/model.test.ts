import { afterEach, expect, test, vi } from 'vitest';
import { t } from '../../lib/language';
import { blockedWord, categoryWord, difficultyWord, languageWord, minutesWord, obstacleWord, storedCaller, storeCaller } from './model';

test('what was stored comes back', () => {
  const kept = new Map<string, string>();
  storeCaller({ setItem: (k, v) => void kept.set(k, v) }, { username: 'Ada', usergender: 'female' });
  expect(storedCaller({ getItem: (k) => kept.get(k) ?? null })).toEqual({ username: 'Ada', usergender: 'female' });
});

test('a scene that can be typed says so', () => {
  expect(t(blockedWord({ code: 'stt_language', text_way: true }))).toMatch(/cannot be heard here.*type/);
  expect(t(blockedWord({ code: 'tts_language', text_way: true }))).toMatch(/cannot be spoken here.*read/);
  expect(t(blockedWord({ code: 'needs_model', text_way: false }))).not.toMatch(/type/);
});

afterEach(() => { vi.unstubAllGlobals(); });

test('what a browser lacks is said before the call', () => {
  expect(obstacleWord()).toBe('noCalls'); // jsdom has no WebRTC
  vi.stubGlobal('RTCPeerConnection', vi.fn());
  expect(obstacleWord()).toBe('noMicrophone'); // and no https
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { mediaDevices: {} });
  expect(obstacleWord()).toBeUndefined();
});

test.each([null, 'null', '{', '[]', '{"username":7}'])('stored %s counts as nothing', (value) => {
  expect(storedCaller({ getItem: () => value })).toEqual({ username: '', usergender: '' });
});

test('a full storage does not stop the call', () => {
  const full = { setItem: () => { throw new Error('quota'); } };
  expect(() => { storeCaller(full, { username: 'Ada', usergender: '' }); }).not.toThrow();
});

test('difficulty and category in words', () => {
  expect([0, 1, 3, 5, 9].map((n) => t(difficultyWord(n)))).toEqual(['Easy', 'Easy', 'Demanding', 'Very hard', 'Very hard']);
  expect(categoryWord('health-care')).toBe('Health care');
  expect(categoryWord('')).toBe('');
  expect([minutesWord(5, 'en'), minutesWord(5, 'fr')]).toEqual(['5 min', '5\u00a0min']);
  expect(['en', 'en-GB', 'de', 'fr', 'es'].map((tag) => languageWord(tag, 'en'))).toEqual(['', '', 'German', 'French', 'Spanish']);
  expect(['en', 'de-AT'].map((tag) => languageWord(tag, 'de'))).toEqual(['Englisch', '']);
});
