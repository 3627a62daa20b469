import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AgentError } from '../../lib/livekit/agent';
import { Away } from './away';
import { useGoodbye } from './use-goodbye';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the user is asked, is here once the agent knows, and can end', async () => {
  const stillHere = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new AgentError('Too fast.')).mockResolvedValueOnce(undefined);
  const onHere = vi.fn();
  const onEnd = vi.fn();
  render(<Away agent={{ stillHere }} onHere={onHere} onEnd={onEnd} />);
  expect(screen.getByRole('status').textContent).toContain('Still there?');
  expect(document.activeElement).toBe(document.body);
  const here = () => act(() => {
    fireEvent.click(screen.getByRole('button', { name: "I'm here" }));
    return Promise.resolve();
  });
  await here();
  expect(onHere).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toContain('Too fast.');
  await here();
  expect(onHere).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'End the call' }));
  expect(onEnd).toHaveBeenCalledOnce();
});

test('the call is ended once, and without an answer the page goes alone', () => {
  vi.useFakeTimers();
  const end = vi.fn(() => new Promise<void>(() => undefined));
  const onLeft = vi.fn();
  const emit = vi.fn();
  const { result } = renderHook(() => useGoodbye({ end }, emit, onLeft));
  act(() => { result.current[1](); });
  act(() => { result.current[1](); });
  expect(result.current[0]).toBe(true);
  expect(end).toHaveBeenCalledOnce();
  expect(emit.mock.calls).toEqual([[{ kind: 'leaving' }]]);
  vi.advanceTimersByTime(2999);
  expect(onLeft).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onLeft).toHaveBeenCalledOnce();
});
