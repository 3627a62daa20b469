import { expect, test } from 'vitest';
import type { CallEvent } from '../../lib/rpc/events';
import type { Line as Told, Role } from '../../lib/rpc/types.gen';
import { newestOf, transcribe, userSpeaks, type Transcript } from './model';

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

const recap = (...lines: Partial<Told>[]): CallEvent => ({
  kind: 'recap',
  recap: { lines: lines.map((line) => ({ segment: '', role: 'user', text: '', final: true, typed: false, act: false, ...line })), hints: [] },
});

test('who comes back sees what they typed and what the character did, each in its place', () => {
  const lines = fold(
    recap(
      { segment: 'c1', role: 'character', text: 'Well then.' },
      { segment: 'act-1', role: 'character', text: 'raises an eyebrow', act: true },
    ),
    recap({ segment: 'u1', text: 'Uh. I sign.', final: false, typed: true }),
  );
  expect(lines).toMatchObject([{ kind: 'speech', text: 'Well then.' }, { kind: 'act', text: 'raises an eyebrow' }, { final: true, text: 'Uh. I sign.' }]);
  const said = (text: string, final: boolean) => transcribe(lines, caption('u1', 'user', text, final));
  expect([said('Uh.', false), said('Uh.', true), said('', true)]).toEqual([lines, lines, lines]); // the spoken part alone
});

test('what was said in the call before stays on top and is not the newest of this one', () => {
  const before: CallEvent = {
    kind: 'before',
    before: { lines: [{ turn: 1, role: 'user', text: 'Hello.', acts: [] }, { turn: 2, role: 'character', text: 'Hm.', acts: ['nods'] }], here: { t: 1, y: 0 }, curve: [] },
  };
  const lines = fold(caption('c1', 'character', 'So?', true), before, recap({ segment: 'c0', role: 'character', text: 'Well.' }), before);
  expect(texts(lines)).toEqual(['Hello.', 'Hm.', 'nods', 'Well.', 'So?']);
  expect(newestOf(lines)).toBeUndefined();
});

test('what was told and comes by itself too is shown once', () => {
  const emoji: CallEvent = { kind: 'emoji', reaction: { emoji: '🙂', label: 'smiles' } };
  const told = recap({ segment: 'act-1', text: 'smiles', act: true }, { segment: 'c1', role: 'character', text: 'How', final: false });
  expect(texts(fold(emoji, told))).toEqual(['smiles', 'How']);
  expect(texts(fold(told, told, emoji))).toEqual(['smiles', 'How', 'smiles']); // another one
  expect(fold(caption('c1', 'character', 'How so?', true), told)).toMatchObject([{ kind: 'act' }, { text: 'How so?', final: true }]);
  expect(fold(told, caption('c1', 'character', 'How so?'))).toMatchObject([{ kind: 'act' }, { text: 'How so?', final: false }]);
});
