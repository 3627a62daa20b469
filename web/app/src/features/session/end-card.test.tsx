import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { EndCard } from './end-card';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const full = 'All 16 seats are taken; try again in about a minute';

test('a caller without a seat is told when to try again, and can', () => {
  vi.useFakeTimers();
  const onAgain = vi.fn();
  const session = { phase: 'over', outcome: 'error', reason: full, again: 60 } as const;
  render(<EndCard session={session} botname="Ada" onAgain={onAgain} onOther={() => undefined}>{null}</EndCard>);
  expect(screen.getByRole('heading').textContent).toBe('Not just now');
  expect(screen.getByText(full)).toBeDefined();
  const timer = screen.getByRole('timer');
  expect(timer.textContent).toBe('Try again in 60 seconds.');
  act(() => { vi.advanceTimersByTime(59_000); });
  expect(timer.textContent).toBe('Try again in 1 second.');
  act(() => { vi.advanceTimersByTime(60_000); });
  expect(timer.textContent).toBe('You can try again now.');
  expect(onAgain).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Call again' }));
  expect(onAgain).toHaveBeenCalledOnce();
});

test('a call that broke off has no countdown', () => {
  const session = { phase: 'over', outcome: 'error', reason: 'It broke.' } as const;
  render(<EndCard session={session} botname="Ada" onAgain={() => undefined} onOther={() => undefined}>{null}</EndCard>);
  expect(screen.getByRole('heading').textContent).toBe('The call broke off');
  expect(screen.queryByRole('timer')).toBeNull();
});
