import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lost, retryMS } from './lost';

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a lost connection is said at once; after a while one can try again or end', () => {
  const onRetry = vi.fn();
  const onEnd = vi.fn();
  render(<Lost onRetry={onRetry} onEnd={onEnd} />);
  expect(screen.getByRole('status').textContent).toContain('The connection is lost, trying again.');
  act(() => { vi.advanceTimersByTime(retryMS - 1); });
  expect(screen.queryByRole('button')).toBeNull();
  act(() => { vi.advanceTimersByTime(1); });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  fireEvent.click(screen.getByRole('button', { name: 'End the call' }));
  expect([onRetry, onEnd].map((f) => f.mock.calls.length)).toEqual([1, 1]);
});
