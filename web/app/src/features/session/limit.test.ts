import { expect, test } from 'vitest';
import { clock, secondsLeft, warningAt } from './limit';

test.each([
  [{ endsAt: 100_000 }, 40_000, 60],
  [{ endsAt: 100_000 }, 40_001, 60],
  [{ endsAt: 100_000 }, 200_000, 0], // the agent has not ended it yet
  [{ leftMS: 1 }, 0, 1],
  [{ leftMS: 90_000 }, 999_999_999, 90], // it stands still
])('%o at %i leaves %i s', (limit, now, want) => { expect(secondsLeft(limit, now)).toBe(want); });

test.each([[61, undefined], [60, 60], [16, 60], [15, 15], [0, 15]])('with %i s left %s was said', (seconds, want) => {
  expect(warningAt(seconds)).toBe(want);
});

test('a clock is minutes and seconds', () => {
  expect([0, 9, 61, 3600].map(clock)).toEqual(['0:00', '0:09', '1:01', '60:00']);
});
