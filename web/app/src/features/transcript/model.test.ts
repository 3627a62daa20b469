import { expect, test } from 'vitest';
import type { CallEvent } from '../../lib/rpc/events';
import type { Role } from '../../lib/rpc/types.gen';
import { transcribe, userSpeaks, type Transcript } from './model';

const caption = (segment: string, role: Role, text: string, final = false): CallEvent => ({
  kind: 'caption', segment, role, text, final,
});

const fold = (...events: CallEvent[]): Transcript => events.reduce(transcribe, []);

const texts = (lines: Transcript) => lines.map((line) => (line.kind === 'anew' ? '' : line.text));

test('steps of a segment replace each other', () => {
  const lines = fold(caption('u1', 'user', 'we'), caption('u1', 'user', 'we expect'), caption('u1', 'user', 'We expect.', true));
  expect(lines).toEqual([{ kind: 'speech', id: 'u1', role: 'user', text: 'We expect.', final: true }]);
});

test('a segment keeps the place where it was first seen', () => {
  const lines = fold(
    caption('u1', 'user', 'well'),
    caption('c1', 'character', 'So,'),
    caption('u1', 'user', 'Well then.', true),
  );
  expect(texts(lines)).toEqual(['Well then.', 'So,']);
});

test('a late interim does not undo a final', () => {
  expect(texts(fold(caption('u1', 'user', 'Yes.', true), caption('u1', 'user', 'yeah')))).toEqual(['Yes.']);
});

test('an empty segment makes no line, an emptied one goes', () => {
  expect(fold(caption('u1', 'user', '', true))).toEqual([]);
  expect(fold(caption('u1', 'user', 'uh'), caption('u1', 'user', '', true))).toEqual([]);
});

test('an emoji becomes a line in words, and begun clears', () => {
  const emoji: CallEvent = { kind: 'emoji', reaction: { emoji: '🤨', label: 'raises an eyebrow' } };
  expect(texts(fold(caption('c1', 'character', 'So.', true), emoji))).toEqual(['So.', 'raises an eyebrow']);
  expect(fold(emoji, { kind: 'begun' })).toEqual([]);
});

test('a transcript is bounded and drops the oldest', () => {
  const lines = fold(...Array.from({ length: 600 }, (_, i) => caption(`c${i}`, 'character', `line ${i}`, true)));
  expect(lines).toHaveLength(500);
  expect(texts(lines)[0]).toBe('line 100');
});

test('the user speaks while their newest line is not final', () => {
  expect(userSpeaks(fold(caption('u1', 'user', 'we')))).toBe(true);
  expect(userSpeaks(fold(caption('u1', 'user', 'we', true)))).toBe(false);
  expect(userSpeaks(fold(caption('u1', 'user', 'we'), caption('c1', 'character', 'Hm.')))).toBe(false);
});
