import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AgentError } from '../../lib/livekit/agent';
import { TimeLeft, TimeWarning } from './time-left';

beforeEach(() => { vi.useFakeTimers({ now: 0 }); });
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const moreTime = vi.fn<() => Promise<number>>();
const press = () => act(() => {
  fireEvent.click(screen.getByRole('button', { name: 'More time' }));
  return Promise.resolve();
});
const says = () => screen.queryByRole('status')?.textContent ?? '';

test('the time left goes by the agent’s end, and stands still with it', () => {
  const view = render(<TimeLeft limit={{ endsAt: 90_000 }} />);
  expect(screen.getByRole('timer').textContent).toBe('1:30 left');
  act(() => { vi.advanceTimersByTime(1000); });
  expect(screen.getByRole('timer').textContent).toBe('1:29 left');
  view.rerender(<TimeLeft limit={{ leftMS: 89_000 }} />);
  act(() => { vi.advanceTimersByTime(9000); });
  expect(screen.getByRole('timer').textContent).toBe('1:29 left');
  view.rerender(<TimeLeft limit={undefined} />);
  expect(screen.queryByRole('timer')).toBeNull();
});

test('it is said at a minute and at 15 s, and not in between', () => {
  render(<TimeWarning limit={{ endsAt: 61_000 }} agent={{ moreTime }} />);
  const said = new Set<string>();
  for (let s = 0; s < 60; s++) {
    said.add(says());
    act(() => { vi.advanceTimersByTime(1000); });
  }
  expect([...said]).toEqual(['', 'Less than 60 seconds are left. More time', 'Less than 15 seconds are left. More time']);
});

test('more time is given once', async () => {
  moreTime.mockResolvedValueOnce(120);
  const view = render(<TimeWarning limit={{ endsAt: 30_000 }} agent={{ moreTime }} />);
  await press();
  expect(screen.queryByRole('button')).toBeNull();
  view.rerender(<TimeWarning limit={{ endsAt: 150_000 }} agent={{ moreTime }} />);
  expect(says()).toContain('You have 120 seconds more.');
  act(() => { vi.advanceTimersByTime(100_000); });
  expect(says()).toBe('Less than 60 seconds are left. ');
});

test('refused, the button goes; not asked, it stays', async () => {
  moreTime.mockRejectedValueOnce(new AgentError('Too fast.')).mockRejectedValueOnce(new AgentError('No more.', false, true));
  render(<TimeWarning limit={{ endsAt: 30_000 }} agent={{ moreTime }} />);
  await press();
  expect(says()).toContain('Too fast.');
  await press();
  expect(says()).toBe('Less than 60 seconds are left. No more.');
});
