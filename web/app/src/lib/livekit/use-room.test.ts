import { act, renderHook } from '@testing-library/react';
import { createAudioAnalyser, RoomEvent, Track, type RemoteAudioTrack } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeRoom } from '../../testing/fake-room';
import { useCanPlay, useIsSpeaking, useLevel, useMicrophone, useVoice } from './use-room';

vi.mock('livekit-client', async (original) => ({ ...(await original<object>()), createAudioAnalyser: vi.fn() }));

const track = {} as unknown as RemoteAudioTrack;
let room: FakeRoom;

beforeEach(() => { room = new FakeRoom(); });
afterEach(() => { vi.useRealTimers(); });

/** follow renders a hook and says what it gives at first and after each change. */
function follow<T>(hook: () => T, ...changes: [RoomEvent, () => void][]): T[] {
  const { result, unmount } = renderHook(hook);
  const seen = [result.current];
  for (const [event, change] of changes) {
    act(() => {
      change();
      room.emit(event);
    });
    seen.push(result.current);
  }
  unmount();
  for (const [event] of changes) expect(room.count(event)).toBe(0);
  return seen;
}

test('whether the user speaks', () => {
  const { localParticipant: me } = room;
  expect(
    follow(
      () => useIsSpeaking(room.room),
      [RoomEvent.ActiveSpeakersChanged, () => { me.isSpeaking = true; }],
      [RoomEvent.ActiveSpeakersChanged, () => { me.isSpeaking = false; }],
    ),
  ).toEqual([false, true, false]);
});

test('whether sound may be played', () => {
  room.canPlaybackAudio = false;
  expect(
    follow(() => useCanPlay(room.room), [RoomEvent.AudioPlaybackStatusChanged, () => { room.canPlaybackAudio = true; }]),
  ).toEqual([false, true]);
});

test('the microphone comes, is muted, is heard again and goes', () => {
  const { localParticipant: me } = room;
  expect(
    follow(
      () => useMicrophone(room.room),
      [RoomEvent.LocalTrackPublished, () => { me.hasMicrophone = me.isMicrophoneEnabled = true; }],
      [RoomEvent.TrackMuted, () => { me.isMicrophoneEnabled = false; }],
      [RoomEvent.TrackUnmuted, () => { me.isMicrophoneEnabled = true; }],
      [RoomEvent.LocalTrackUnpublished, () => { me.hasMicrophone = me.isMicrophoneEnabled = false; }],
    ),
  ).toEqual(['none', 'on', 'muted', 'on', 'none']);
});

test("the voice is the agent's microphone track", () => {
  const agent = room.addAgent();
  expect(
    follow(
      () => useVoice(room.room, 'agent-1'),
      [RoomEvent.TrackSubscribed, () => { agent.getTrackPublication = (s) => (s === Track.Source.Microphone ? { track } : undefined); }],
      [RoomEvent.TrackUnsubscribed, () => { room.remoteParticipants.clear(); }],
    ),
  ).toEqual([undefined, track, undefined]);
  expect(follow(() => useVoice(room.room, 'agent-2'))).toEqual([undefined]);
});

test('the level is read while there is a track, and given up with it', () => {
  vi.useFakeTimers();
  const cleanup = vi.fn(() => Promise.resolve());
  vi.mocked(createAudioAnalyser).mockReturnValue({ calculateVolume: () => 0.4, analyser: {} as AnalyserNode, cleanup });
  const props: { track: RemoteAudioTrack | undefined } = { track };
  const { result, rerender } = renderHook(({ track }) => useLevel(track), { initialProps: props });
  expect(result.current).toBe(0);
  act(() => { vi.advanceTimersByTime(40); });
  expect(result.current).toBe(0.4);
  rerender({ track: undefined });
  expect(result.current).toBe(0);
  expect(cleanup).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});
