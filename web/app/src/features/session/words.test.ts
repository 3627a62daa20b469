import { expect, test } from 'vitest';
import { endWords, floorOf, floorWords } from './words';

test.each([
  ['speaking', true, 'speaking'],
  ['speaking', false, 'speaking'],
  ['listening', true, 'you'],
  ['thinking', true, 'you'],
  ['thinking', false, 'thinking'],
  ['idle', false, 'listening'],
  ['listening', false, 'listening'],
] as const)('agent %s, user speaking %s: the floor is %s', (state, user, want) => {
  expect(floorOf(state, user)).toBe(want);
});

test('the speaker is named and may be interrupted', () => {
  expect(floorWords('speaking', 'Sterling')).toEqual({ title: 'Sterling is speaking', note: 'Talk to interrupt' });
});

test('every end has its own words and its own mark', () => {
  const ends = (['won', 'lost', 'timeout', 'left', 'error'] as const).map((o) => endWords(o));
  expect(new Set(ends.map((e) => e.title)).size).toBe(5);
  expect(new Set(ends.map((e) => e.mark)).size).toBe(5);
});
