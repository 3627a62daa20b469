import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CallEvent } from '../../lib/rpc/events';
import type { Session } from './model';
import { usePatience } from './use-patience';

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

const at = (step: 'microphone' | 'token' | 'agent'): Session => ({ phase: 'connecting', step, late: false });

function watch(session: Session) {
  const actions: string[] = [];
  const emit = (event: CallEvent) => actions.push(event.kind);
  const view = renderHook(({ session }) => { usePatience(session, emit); }, { initialProps: { session } });
  return { actions, ...view };
}

test('waiting is late after 10 s and over after 20 s, whatever the step', () => {
  const { actions, rerender } = watch(at('token'));
  vi.advanceTimersByTime(9_000);
  rerender({ session: at('agent') });
  vi.advanceTimersByTime(1_000);
  expect(actions).toEqual(['late']);
  vi.advanceTimersByTime(10_000);
  expect(actions).toEqual(['late', 'failed']);
});

test('the microphone prompt may take its time', () => {
  const { actions } = watch(at('microphone'));
  vi.advanceTimersByTime(60_000);
  expect(actions).toEqual([]);
});

test('once the character is there nothing is late', () => {
  const { actions, rerender } = watch(at('agent'));
  rerender({ session: { phase: 'talking', agent: 'a', state: 'speaking', away: 'no', reconnecting: false, stalled: false, paused: false, limit: undefined, troubles: [] } });
  vi.advanceTimersByTime(60_000);
  expect(actions).toEqual([]);
});
