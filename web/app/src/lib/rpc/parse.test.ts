import { expect, test } from 'vitest';
import { parseChecker, parseEmoji, parseEnded, parseHint, parseState, parseTrouble, parseUsage } from './parse';

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

const voice = {
  role: 'tts', engine: 'flite', requests: 2, retries: 0, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0,
  estimated: false, audio_ns: 3_000_000_000, characters: 40, priced: true, cost_usd: 0,
};

const text = (...engines: unknown[]) => JSON.stringify({ engines });

test('an account of the contract is taken as it is', () => {
  expect(parseUsage(text(voice, { ...voice, role: 'checker' }))?.engines).toEqual([voice, { ...voice, role: 'checker' }]);
  expect(parseUsage(text())).toEqual({ engines: [] });
});

test.each([
  ['not JSON', 'hello'],
  ['no list', '{"engines":{}}'],
  ['a null engine', text(null)],
  ['an unknown role', text({ ...voice, role: 'cook' })],
  ['a nameless engine', text({ ...voice, engine: '' })],
  ['half a request', text({ ...voice, requests: 0.5 })],
  ['a count below zero', text({ ...voice, audio_ns: -1 })],
  ['a count as text', text({ ...voice, characters: '40' })],
  ['no word on the price', text({ ...voice, priced: undefined })],
  ['a cost below zero', text({ ...voice, cost_usd: -0.1 })],
  ['one good and one bad engine', text(voice, { ...voice, retries: null })],
  ['too many engines', text(...Array<unknown>(17).fill(voice))],
])('an account with %s is refused', (_, payload) => {
  expect(parseUsage(payload)).toBeUndefined();
});
