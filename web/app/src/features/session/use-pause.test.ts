import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AgentError } from '../../lib/livekit/agent';
import { FakeRoom } from '../../testing/fake-room';
import { usePause } from './use-pause';

const pause = vi.fn<(on: boolean) => Promise<void>>();
const failed = vi.fn();
let room: FakeRoom;

beforeEach(() => {
  room = new FakeRoom();
  room.localParticipant.isMicrophoneEnabled = true;
  for (const mock of [pause, failed]) mock.mockReset();
  pause.mockResolvedValue(undefined);
});
afterEach(cleanup);

const mount = (told = false) => renderHook(({ told }) => usePause(room.room, { pause }, told, failed), { initialProps: { told } });
const settle = (what: () => void) => act(() => {
  what();
  return Promise.resolve();
});
const p = () => settle(() => { fireEvent.keyDown(window, { key: 'p' }); });
const mic = () => room.localParticipant.setMicrophoneEnabled.mock.calls.map(([on]) => on);

test('P mutes at once, before the agent has answered, and goes on with the microphone', async () => {
  let answer: () => void = () => undefined;
  pause.mockReturnValueOnce(new Promise((resolve) => { answer = resolve; }));
  const { result, rerender } = mount();
  await p();
  expect(result.current.on).toBe(true);
  expect(mic()).toEqual([false]);
  await p(); // it is being asked
  rerender({ told: true });
  await settle(() => { answer(); });
  expect(result.current.on).toBe(true);
  await p();
  rerender({ told: false });
  expect(pause.mock.calls).toEqual([[true], [false]]);
  expect(mic()).toEqual([false, true]);
  expect(result.current.on).toBe(false);
});

test('a pause found by a page that was loaded anew mutes, too, and one that ends by itself gives nothing back', () => {
  const { rerender } = mount(true);
  expect(mic()).toEqual([false]);
  rerender({ told: false });
  expect(mic()).toEqual([false]);
});

test('who was muted stays so', async () => {
  room.localParticipant.isMicrophoneEnabled = false;
  const { rerender } = mount(true);
  await p();
  rerender({ told: false });
  expect(mic()).toEqual([]);
});

test('what the agent did not do is taken back, in its words', async () => {
  pause.mockRejectedValueOnce(new AgentError('The call has ended.'));
  const { result } = mount();
  await p();
  expect(failed).toHaveBeenCalledWith('The call has ended.');
  expect(result.current.on).toBe(false);
});
