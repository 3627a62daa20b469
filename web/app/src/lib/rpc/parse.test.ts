import { expect, test } from 'vitest';
import { parseChecker, parseEmoji, parseEnded, parseHint, parseState, parseTrouble } from './parse';

const checker = {
  is_goal_complete: false,
  progress_towards_goal: 5,
  previous_progress_towards_goal: 3,
  is_bad_ending_triggered: false,
  CTA: 'Go on!',
};

test('a checker payload of the contract is taken as it is', () => {
  expect(parseChecker(JSON.stringify(checker))).toEqual(checker);
});

test.each([
  ['not JSON', 'hello'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no progress', JSON.stringify({ ...checker, progress_towards_goal: undefined })],
  ['progress 11', JSON.stringify({ ...checker, progress_towards_goal: 11 })],
  ['progress 5.5', JSON.stringify({ ...checker, progress_towards_goal: 5.5 })],
  ['previous as text', JSON.stringify({ ...checker, previous_progress_towards_goal: '3' })],
  ['no CTA', JSON.stringify({ ...checker, CTA: null })],
])('a checker payload with %s is refused', (_, payload) => {
  expect(parseChecker(payload)).toBeUndefined();
});

test('an unknown outcome is refused, a known one taken', () => {
  expect(parseEnded('{"outcome":"draw","call_id":"c","reason":"r"}')).toBeUndefined();
  expect(parseEnded('{"outcome":"won","call_id":"c","reason":"r"}')?.outcome).toBe('won');
});

test('hints, emoji and trouble need all their fields', () => {
  expect(parseHint('{"level":1,"text":"Ask.","remaining":2}')?.remaining).toBe(2);
  expect(parseHint('{"level":1,"text":"Ask."}')).toBeUndefined();
  expect(parseEmoji('{"emoji":"🙂"}')).toBeUndefined();
  expect(parseTrouble('{"role":"llm","reason":7,"over":false}')).toBeUndefined();
  expect(parseTrouble('{"role":"llm","reason":"It is slow."}')).toBeUndefined();
  expect(parseTrouble('{"role":"llm","reason":"It is well.","over":true}')?.over).toBe(true);
});

test('only states front ends know are states', () => {
  expect(parseState('thinking')).toBe('thinking');
  expect(parseState('dancing')).toBeUndefined();
  expect(parseState(undefined)).toBeUndefined();
});
