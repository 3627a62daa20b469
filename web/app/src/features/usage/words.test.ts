import { expect, test } from 'vitest';
import type { EngineUsage } from '../../lib/rpc/types.gen';
import { costWords, totalWords, usedWords } from './words';

const none: EngineUsage = {
  role: 'llm', engine: 'openai:m', requests: 0, retries: 0, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0,
  estimated: false, audio_ns: 0, characters: 0, priced: false, cost_usd: 0,
};

test.each([
  [{}, 'nothing'],
  [{ requests: 1, retries: 1 }, '1 request, 1 retry'],
  [
    { requests: 12, prompt_tokens: 1204, cached_tokens: 300, completion_tokens: 1, retries: 2 },
    '12 requests, 1,204 tokens read (300 from its memory), 1 token written, 2 retries',
  ],
  [{ prompt_tokens: 50, completion_tokens: 20, estimated: true }, 'about 50 tokens read, about 20 tokens written'],
  [{ role: 'stt', audio_ns: 65.4e9 }, '1\u00a0min 5\u00a0s heard'],
  [{ role: 'tts', audio_ns: 38e9, characters: 420 }, '420 characters, 38\u00a0s spoken'],
  [{ role: 'tts', audio_ns: 1 }, '1\u00a0s spoken'],
])('%o is "%s"', (used, words) => {
  expect(usedWords({ ...none, ...used })).toBe(words);
});

test.each([
  [false, 0, ''],
  [true, 0, 'free, on this machine'],
  [true, 0.00004, 'less than $0.001'],
  [true, 0.01234, 'about $0.012'],
  [true, 0.006, 'about $0.006'],
  [true, 0.3, 'about $0.30'],
  [true, 0.999, 'about $1.00'],
  [true, 2.345, 'about $2.35'],
])('priced %s, $%s: "%s"', (priced, cost_usd, words) => {
  expect(costWords({ priced, cost_usd })).toBe(words);
});

test('the sum is told if every price is known and something was to pay', () => {
  const paid = { ...none, priced: true, cost_usd: 0.01 };
  const free = { ...none, priced: true };
  expect(totalWords([paid, free, paid])).toBe('about $0.02');
  expect(totalWords([free, free])).toBe('');
  expect(totalWords([paid, none])).toBe('');
});
