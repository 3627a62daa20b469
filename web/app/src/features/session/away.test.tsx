import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Away } from './away';
import { useGoodbye } from './use-goodbye';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the user is asked and can answer or end', () => {
  const onHere = vi.fn();
  const onEnd = vi.fn();
  render(<Away onHere={onHere} onEnd={onEnd} />);
  expect(screen.getByRole('status').textContent).toContain('Still there?');
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole('button', { name: "I'm here" }));
  fireEvent.click(screen.getByRole('button', { name: 'End the call' }));
  expect([onHere, onEnd].map((f) => f.mock.calls.length)).toEqual([1, 1]);
});

test('the call is ended once, and without an answer the page goes alone', () => {
  vi.useFakeTimers();
  const end = vi.fn(() => new Promise<void>(() => undefined));
  const onLeft = vi.fn();
  const { result } = renderHook(() => useGoodbye({ end }, onLeft));
  act(() => { result.current[1](); });
  act(() => { result.current[1](); });
  expect(result.current[0]).toBe(true);
  expect(end).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2999);
  expect(onLeft).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLeft).toHaveBeenCalledOnce();
});
