import { act, renderHook } from '@testing-library/react';
import type { Room } from 'livekit-client';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api/client';
import { listen } from '../../lib/livekit/line';
import type { MicFault } from '../../lib/livekit/capture';
import { newRoom, unlockAudio } from '../../lib/livekit/room';
import type { CallEvent } from '../../lib/rpc/events';
import { FakeRoom } from '../../testing/fake-room';
import { placeCall, type Placing } from './place-call';
import { useCall } from './use-call';

vi.mock('../../lib/livekit/room');
vi.mock('../../lib/livekit/line');
vi.mock('./place-call');

interface Placed extends Placing {
  /** connected and fail settle what placeCall promised. */
  connected: (micFault?: MicFault) => void;
  fail: (error: unknown) => void;
}

const rooms: FakeRoom[] = [];
const placed: Placed[] = [];
const events: CallEvent[] = [];
const order: string[] = [];
const deafen = vi.fn();

beforeEach(() => {
  for (const list of [rooms, placed, events, order]) list.length = 0;
  deafen.mockReset();
  vi.mocked(newRoom).mockImplementation(() => {
    const fake = new FakeRoom();
    rooms.push(fake);
    order.push('room');
    return fake.room;
  });
  vi.mocked(unlockAudio).mockImplementation(() => { order.push('unlock'); });
  vi.mocked(listen).mockImplementation(() => {
    order.push('listen');
    return deafen;
  });
  vi.mocked(placeCall).mockImplementation((placing) => {
    order.push('place');
    return new Promise((connected, fail) => { placed.push({ ...placing, connected, fail }); });
  });
});
afterEach(() => { vi.useRealTimers(); });

const request = { scenario: 's', username: 'Ada' };

function mount(options: { over?: boolean; reactStrictMode?: boolean } = {}) {
  return renderHook(({ over }) => useCall(request, over, (event) => events.push(event)), {
    initialProps: { over: options.over ?? false },
    ...(options.reactStrictMode ? { wrapper: StrictMode } : {}),
  });
}

const settle = (what: () => void) => act(async () => {
  what();
  await Promise.resolve();
});

test('mounted, it calls: sound is unlocked first, and the page listens before it joins', () => {
  const { result } = mount();
  expect(order).toEqual(['room', 'unlock', 'listen', 'place']);
  expect(events).toEqual([{ kind: 'begun' }]);
  expect(placed[0]).toMatchObject({ room: rooms[0], request });
  expect(result.current.room).toBe(rooms[0]);
});

test('its steps are told, and why there is no microphone', async () => {
  const { result } = mount();
  act(() => { placed[0]?.onStep('room'); });
  expect(events.at(-1)).toEqual({ kind: 'step', step: 'room' });
  await settle(() => { placed[0]?.connected('denied'); });
  expect(result.current.micFault).toBe('denied');
  act(() => { result.current.setMicFault(undefined); });
  expect(result.current.micFault).toBeUndefined();
});

test('the user need not wait for the microphone', async () => {
  const { result } = mount();
  const went = vi.fn();
  void placed[0]?.withoutMic.then(went);
  await settle(() => undefined);
  expect(went).not.toHaveBeenCalled();
  await settle(() => { result.current.skipMic(); });
  expect(went).toHaveBeenCalledOnce();
});

test.each([
  [new ApiError('All seats are taken.', undefined, 60), { reason: 'All seats are taken.', again: 60 }],
  [new Error('raw'), { reason: 'The call server could not be reached.', again: undefined }],
])('a call that cannot be placed says why: %s', async (error, want) => {
  mount();
  await settle(() => { placed[0]?.fail(error); });
  expect(events).toEqual([{ kind: 'begun' }, { kind: 'failed', ...want }]);
});

test('unmounted, it leaves at once, and what fails then is not told', async () => {
  const { unmount } = mount();
  unmount();
  expect(rooms[0]?.disconnect).toHaveBeenCalledOnce();
  expect(deafen).toHaveBeenCalledOnce();
  expect(placed[0]?.signal.aborted).toBe(true);
  await settle(() => { placed[0]?.fail(new Error('aborted')); });
  expect(events).toEqual([{ kind: 'begun' }]);
});

test('another call leaves the one before', async () => {
  const { result } = mount();
  await settle(() => { placed[0]?.connected('denied'); });
  act(() => { result.current.start(); });
  expect(rooms.map((room) => room.disconnect.mock.calls.length)).toEqual([1, 0]);
  expect(placed.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  expect(result.current.room).toBe(rooms[1]);
  expect(result.current.micFault).toBeUndefined();
  expect(events).toEqual([{ kind: 'begun' }, { kind: 'begun' }]);
});

test('a call that is over is left when its last word was heard', () => {
  vi.useFakeTimers();
  const { result, rerender } = mount();
  rerender({ over: true });
  act(() => { vi.advanceTimersByTime(1499); });
  expect(rooms[0]?.disconnect).not.toHaveBeenCalled();
  act(() => { vi.advanceTimersByTime(1); });
  expect(rooms[0]?.disconnect).toHaveBeenCalledOnce();
  expect(result.current.room).toBeUndefined();
});

test('another call at once is not left with the one that is over', () => {
  vi.useFakeTimers();
  const { result, rerender } = mount();
  rerender({ over: true });
  act(() => { result.current.start(); });
  rerender({ over: false });
  act(() => { vi.advanceTimersByTime(5000); });
  expect(rooms.map((room) => room.disconnect.mock.calls.length)).toEqual([1, 0]);
});

test('in development, where effects run twice, one call is left', () => {
  const { result } = mount({ reactStrictMode: true });
  expect(rooms).toHaveLength(2);
  expect(rooms.map((room) => room.disconnect.mock.calls.length > 0)).toEqual([true, false]);
  expect(result.current.room).toBe(rooms[1] as unknown as Room);
});
