import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useBriefly } from './use-briefly';

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

test('a value is there for its time and gone after', () => {
  const { result } = renderHook(() => useBriefly(first, 4000));
  expect(result.current).toBe(first);
  act(() => { vi.advanceTimersByTime(3999); });
  expect(result.current).toBe(first);
  act(() => { vi.advanceTimersByTime(1); });
  expect(result.current).toBeUndefined();
});

test('a new value has its own full time', () => {
  const { result, rerender } = renderHook(({ value }) => useBriefly(value, 4000), { initialProps: { value: first } });
  act(() => { vi.advanceTimersByTime(3000); });
  rerender({ value: second });
  act(() => { vi.advanceTimersByTime(3000); });
  expect(result.current).toBe(second);
  act(() => { vi.advanceTimersByTime(1000); });
  expect(result.current).toBeUndefined();
});

const first = { text: 'Go on!' };
const second = { text: 'Go on!' };
