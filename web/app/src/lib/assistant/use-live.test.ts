import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyState, stateOf } from '../../testing/assistant';
import { getAssistant, watchAssistant } from '../api/assistant';
import type { AssistantEvent } from '../api/types.gen';
import type { LiveEvent } from './kept';
import { useLive } from './use-live';

vi.mock('../api/assistant');

const open: AbortSignal[] = [];
const events: LiveEvent[] = [];
const state: AssistantEvent = { type: 'state', state: emptyState };

beforeEach(() => {
  vi.useFakeTimers();
  open.length = events.length = 0;
  vi.mocked(watchAssistant).mockImplementation(async function* (_, signal, onBytes) {
    open.push(signal);
    yield state;
    const beat = setInterval(onBytes, 15_000);
    await new Promise((resolve) => { signal.addEventListener('abort', resolve); });
    clearInterval(beat);
  });
  vi.mocked(getAssistant).mockReset().mockResolvedValue(stateOf({ rev: 9 }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'hidden');
});

interface Props { rev?: number; behind?: boolean; want?: number; busy?: boolean }

async function mount(first: Props = {}) {
  const view = renderHook(({ rev = 1, behind = false, want = 0, busy = false }: Props) =>
    useLive('ada', { rev, behind, want, busy }, (event) => events.push(event)), { initialProps: first });
  await pass(0);
  return view;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  act(() => { document.dispatchEvent(new Event('visibilitychange')); });
};
const live = () => open.filter((signal) => !signal.aborted).length;

test('it is live with the state, and lets go when the page does', async () => {
  const { result, unmount } = await mount();
  expect(result.current.connection).toEqual({ state: 'live' });
  expect(events).toEqual([state]);
  unmount();
  await pass(60_000);
  expect([live(), open.length]).toEqual([0, 1]);
});

test('changes that are missing are asked for at once', async () => {
  const { rerender } = await mount({ behind: true });
  expect(events.at(-1)).toEqual({ type: 'asked', state: stateOf({ rev: 9 }) });
  rerender({});
  await pass(60_000);
  expect(getAssistant).toHaveBeenCalledOnce();
});

test('what the server has answered is stored may take a moment, then it is asked for until it is there', async () => {
  const { rerender } = await mount({ want: 2 });
  await pass(1499);
  expect(getAssistant).not.toHaveBeenCalled();
  vi.mocked(getAssistant).mockRejectedValueOnce(new Error('offline'));
  await pass(1);
  expect(getAssistant).toHaveBeenCalledOnce();
  await pass(3000);
  expect(events.at(-1)).toEqual({ type: 'asked', state: stateOf({ rev: 9 }) });
  rerender({ rev: 2, want: 2 });
  await pass(60_000);
  expect(getAssistant).toHaveBeenCalledTimes(2);
});

test('a page that is out of sight for a minute lets go, and is live at once when it is seen', async () => {
  await mount();
  hide(true);
  await pass(59_999);
  expect(live()).toBe(1);
  await pass(1);
  expect(live()).toBe(0);
  hide(false);
  await pass(0);
  expect(live()).toBe(1);
});

test('a glance elsewhere, and a call, keep it connected', async () => {
  const { rerender } = await mount();
  hide(true);
  await pass(30_000);
  hide(false);
  await pass(60_000);
  expect(open).toHaveLength(1);
  rerender({ busy: true });
  hide(true);
  await pass(120_000);
  expect(live()).toBe(1);
});
