import { expect, test } from 'vitest';
import { parseUsage } from './parse-usage';

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
