import { RoomEvent, Track, type RemoteTrack } from 'livekit-client';
import { expect, test, vi } from 'vitest';
import { newRoom, unlockAudio } from './room';

/** A track as LiveKit hands it to those who listen to the room. */
function remoteTrack(kind: Track.Kind): RemoteTrack {
  const elements: HTMLElement[] = [];
  return {
    kind,
    attach: () => {
      const element = document.createElement(kind);
      elements.push(element);
      return element;
    },
    detach: () => elements.splice(0),
  } as unknown as RemoteTrack;
}

const played = () => document.querySelectorAll('audio, video').length;

test('voices are played from when they are heard until they stop', () => {
  const room = newRoom();
  const [voice, picture] = [remoteTrack(Track.Kind.Audio), remoteTrack(Track.Kind.Video)];
  for (const track of [voice, picture]) room.emit(RoomEvent.TrackSubscribed, track, {} as never, {} as never);
  expect(played()).toBe(1);
  for (const track of [voice, picture]) room.emit(RoomEvent.TrackUnsubscribed, track, {} as never, {} as never);
  expect(played()).toBe(0);
});

test('sound that stays blocked is no fault', async () => {
  const room = newRoom();
  const start = vi.spyOn(room, 'startAudio').mockRejectedValue(new Error('NotAllowedError'));
  unlockAudio(room);
  expect(start).toHaveBeenCalledOnce();
  await Promise.resolve(); // an unhandled rejection fails the run
});
