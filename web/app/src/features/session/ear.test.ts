import { expect, test } from 'vitest';
import { soundOf } from '../../lib/livekit/tap';
import { deadMS, gateMS, hear, lookMS, mutedMS, newEar, speechLevel, type Ear } from './ear';

const speech = { level: speechLevel, zeros: false };
const room = { level: speechLevel / 10, zeros: false };
const zeros = { level: 0, zeros: true };

/** after hears so many ms of a sound. */
const after = (ear: Ear, sound: typeof speech, ms: number, muted = false, deaf = false) => {
  for (let at = 0; at < ms; at += lookMS) ear = hear(ear, sound, lookMS, muted, deaf);
  return ear;
};

test('who speaks while muted is told after a word, until they have been quiet for a while or are heard', () => {
  expect(after(newEar, speech, mutedMS - lookMS, true).found).toBeUndefined();
  const told = after(newEar, speech, mutedMS, true);
  expect(told.found).toBe('muted');
  expect(after(told, room, 1000, true).found).toBe('muted');
  expect(after(told, room, 3000, true).found).toBeUndefined();
  expect(hear(told, speech, lookMS, false, false).found).toBeUndefined();
});

test('a cough, a quiet room, and speech that is heard are no news', () => {
  expect(after(after(newEar, speech, 300, true), room, 5000, true).found).toBeUndefined();
  expect(after(newEar, room, 60_000, true).found).toBeUndefined();
  expect(after(newEar, speech, 60_000).found).toBeUndefined();
});

test('a microphone that gives zeros from the start is told, one with a gate later', () => {
  expect(after(newEar, zeros, deadMS - lookMS).found).toBeUndefined();
  const dead = after(newEar, zeros, deadMS);
  expect(dead.found).toBe('nothing');
  expect(hear(dead, room, lookMS, false, false).found).toBeUndefined();
  const gated = after(after(newEar, speech, 1000), zeros, gateMS - lookMS);
  expect(gated.found).toBeUndefined();
  expect(hear(gated, zeros, lookMS, false, false).found).toBe('nothing');
});

test('muted, zeros are no news; in a pause nothing is', () => {
  expect(after(newEar, zeros, 60_000, true).found).toBeUndefined();
  expect(after(newEar, zeros, 60_000, false, true).found).toBeUndefined();
  expect(after(newEar, speech, 60_000, true, true).found).toBeUndefined();
});

test('a page that slept for long has missed what was heard, and tells what it finds then', () => {
  expect(hear(newEar, zeros, 3_600_000, false, false).found).toBe('nothing');
  expect(hear(newEar, room, 3_600_000, true, false).found).toBeUndefined();
});

test.each([
  [[], 0, true],
  [[0, 0, 0, 0], 0, true],
  [[0.5, -0.5], 0.5, false],
  [[0, 0, 0, 0.000_03], 0.000_015, false],
])('of samples %j the level is %d, all zeros: %s', (samples, level, zeros) => {
  expect(soundOf(Float32Array.from(samples))).toEqual({ level: expect.closeTo(level, 6) as number, zeros });
});
