// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { between, moodOf, useMood } from './mood';

let still = false;

beforeEach(() => {
  still = false;
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
});
afterEach(() => { vi.useRealTimers(); });

const pass = (ms: number) => { act(() => { vi.advanceTimersByTime(ms); }); };

test('the mood follows the progress', () => {
  expect([0, 5, 10].map(moodOf)).toEqual([-2, 0, 2]);
});

test('a worse mood shows at once, a better one gently, both whole at the end', () => {
  expect(between(0, -2, 1 / 3)).toBeLessThan(-1.8);
  expect(between(0, 2, 1 / 3)).toBeLessThan(0.6);
  for (const to of [-2, 2]) {
    expect(between(0, to, 0)).toBeCloseTo(0);
    expect(between(0, to, 5)).toBe(to);
  }
});

test('a verdict moves the mood over 600 ms, also from the middle of another', () => {
  const { result, rerender } = renderHook(({ progress }) => useMood(progress), { initialProps: { progress: 0 } });
  expect(result.current).toBe(-2);
  rerender({ progress: 10 });
  pass(316);
  expect(result.current).toBeGreaterThan(-1);
  expect(result.current).toBeLessThan(1);
  rerender({ progress: 0 });
  pass(700);
  expect(result.current).toBe(-2);
  rerender({ progress: 10 });
  pass(700);
  expect(result.current).toBe(2);
});

test('whoever prefers less motion sees the new mood without a way to it', () => {
  still = true;
  const { result, rerender } = renderHook(({ progress }) => useMood(progress), { initialProps: { progress: 0 } });
  rerender({ progress: 10 });
  pass(17);
  expect(result.current).toBe(2);
});
