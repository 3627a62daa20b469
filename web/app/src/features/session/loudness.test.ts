import { expect, test } from 'vitest';
import { listen, loudnessOf, newListening } from './loudness';

/** heard is what is said after so many looks at a microphone of a level. */
function heard(...looks: [level: number, times: number][]) {
  let now = newListening;
  for (const [level, times] of looks) for (let i = 0; i < times; i++) now = listen(now, { level, zeros: level === 0 });
  return loudnessOf(now);
}

test('who has not begun is waited for; then zeros, a whisper, speech and shouting are told apart', () => {
  expect(heard([0, 1])).toBe('waiting');
  expect(heard([0, 29])).toBe('waiting');
  expect(heard([0, 30])).toBe('silent');
  expect(heard([0.004, 30])).toBe('quiet');
  expect(heard([0.1, 1])).toBe('fine');
  expect(heard([0.5, 1])).toBe('loud');
});

test('a loud moment counts for three seconds, and a pause between phrases is no silence', () => {
  expect(heard([0.1, 1], [0, 29])).toBe('fine');
  expect(heard([0.5, 1], [0.1, 31])).toBe('fine');
  expect(heard([0.1, 1], [0, 40])).toBe('quiet');
});
