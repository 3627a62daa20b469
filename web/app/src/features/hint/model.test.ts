import { expect, test } from 'vitest';
import { hintsReducer, noHints, remainingWords } from './model';

const first = { level: 1, text: 'Ask.', remaining: 1 };
const last = { level: 2, text: 'Say it.', remaining: 0 };

test('hints are kept in order until none is left', () => {
  const asking = hintsReducer(noHints, { kind: 'ask' });
  expect(asking.asking).toBe(true);
  const one = hintsReducer(asking, { kind: 'got', hint: first });
  expect(one).toEqual({ given: [first], asking: false, exhausted: false, fault: '' });
  expect(remainingWords(one)).toBe('1 left');
  const two = hintsReducer(one, { kind: 'got', hint: last });
  expect(two.given).toEqual([first, last]);
  expect(two.exhausted).toBe(true);
  expect(remainingWords(two)).toBe('none left');
});

test('a failure is said and can be tried again', () => {
  const failed = hintsReducer(noHints, { kind: 'failed', reason: 'No answer.' });
  expect(failed).toMatchObject({ asking: false, fault: 'No answer.', exhausted: false });
  expect(hintsReducer(failed, { kind: 'ask' }).fault).toBe('');
});
