import { Room, RoomEvent, setLogLevel, Track, type RemoteTrack } from 'livekit-client';
import { storedDevice } from './devices';

setLogLevel('warn');

/**
 * newRoom is a room for one call: audio only, the browser's own cleaning on.
 * What others say in it is played from when it is heard until they stop or the
 * room is left, by the device the user has chosen.
 */
export function newRoom(): Room {
  const out = storedDevice('audiooutput');
  return new Room({
    audioCaptureDefaults: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    ...(out !== undefined && { audioOutput: { deviceId: out } }),
    stopLocalTrackOnUnpublish: true,
    disconnectOnPageLeave: false, // it would leave when the page asks whether it may be left; useCall leaves on pagehide
  })
    .on(RoomEvent.TrackSubscribed, play)
    .on(RoomEvent.TrackUnsubscribed, silence);
}

function play(track: RemoteTrack): void {
  if (track.kind === Track.Kind.Audio) document.body.append(track.attach()); // an audio element without controls is not shown
}

function silence(track: RemoteTrack): void {
  for (const element of track.detach()) element.remove();
}

/**
 * unlockAudio lets the page play sound. Browsers allow it only inside a user's
 * gesture, so it must be called from a click before anything is awaited.
 */
export function unlockAudio(room: Room): void {
  void room.startAudio().catch(() => undefined); // still blocked: the page then asks for a tap
}
