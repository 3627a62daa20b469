import { expect, test } from 'vitest';
import { endWords, floorOf, floorWords, haltOf } from './words';

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

test('in a halt nobody has the floor, and a lost line goes before a pause', () => {
  expect(haltOf({ reconnecting: false, stalled: false, paused: false })).toBeUndefined();
  expect(floorOf('speaking', true, haltOf({ reconnecting: false, stalled: false, paused: true }))).toBe('paused');
  expect(floorOf('listening', false, haltOf({ reconnecting: true, stalled: false, paused: true }))).toBe('lost');
  expect(haltOf({ reconnecting: false, stalled: true, paused: true })).toBe('lost');
});

test('the speaker is named and may be interrupted', () => {
  expect(floorWords('speaking', 'Sterling')).toEqual({ title: 'Sterling is speaking', note: 'Talk to interrupt' });
  expect(floorWords('speaking', 'Sterling', false).note).toBe('Type to interrupt');
});

test('every end has its own words and its own mark', () => {
  const ends = (['won', 'lost', 'timeout', 'left', 'error'] as const).map((o) => endWords(o));
  expect(new Set(ends.map((e) => e.title)).size).toBe(5);
  expect(new Set(ends.map((e) => e.mark)).size).toBe(5);
});
