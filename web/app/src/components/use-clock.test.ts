import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useClock } from './use-clock';

beforeEach(() => { vi.useFakeTimers({ now: Date.parse('2026-11-23T23:59:30Z') }); });
afterEach(() => { vi.useRealTimers(); });

const pass = (ms: number) => { act(() => { vi.advanceTimersByTime(ms); }); };

test('the clock moves at each full minute', () => {
  const { result } = renderHook(useClock);
  const iso = () => new Date(result.current).toISOString();
  expect(iso()).toBe('2026-11-23T23:59:30.000Z');
  pass(29_999);
  expect(iso()).toBe('2026-11-23T23:59:30.000Z');
  pass(1);
  expect(iso()).toBe('2026-11-24T00:00:00.000Z');
  pass(60_000);
  expect(iso()).toBe('2026-11-24T00:01:00.000Z');
});

test('a page that slept is right at once when it is seen again, and none runs after it is gone', () => {
  const { result, unmount } = renderHook(useClock);
  vi.setSystemTime(Date.parse('2026-11-24T08:00:10Z'));
  act(() => { document.dispatchEvent(new Event('visibilitychange')); });
  expect(new Date(result.current).toISOString()).toBe('2026-11-24T08:00:10.000Z');
  const timers = vi.getTimerCount();
  unmount();
  expect(vi.getTimerCount()).toBe(timers - 1);
});
