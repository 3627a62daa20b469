import { createLocalAudioTrack, MediaDeviceFailure, Track, type LocalAudioTrack, type Room } from 'livekit-client';
import { storedDevice } from './devices';

/** Why there is no microphone. */
export type MicFault = 'denied' | 'not_found' | 'in_use' | 'insecure' | 'other';

export type Microphone = { track: LocalAudioTrack } | { fault: MicFault };

/** micFault puts a browser's error into one of the words above. */
export function micFault(error: unknown): MicFault {
  switch (MediaDeviceFailure.getFailure(error)) {
    case MediaDeviceFailure.PermissionDenied:
      return 'denied';
    case MediaDeviceFailure.NotFound:
      return 'not_found';
    case MediaDeviceFailure.DeviceInUse:
      return 'in_use';
    default:
      return 'other';
  }
}

/**
 * openMicrophone asks for the microphone. It never throws: without one the call
 * goes on by text. The one the user has chosen is taken, or the default if it is gone. Browsers hide the microphone from pages without https, which
 * is told from other faults.
 */
export async function openMicrophone(): Promise<Microphone> {
  if (!window.isSecureContext || !('mediaDevices' in navigator)) return { fault: 'insecure' };
  try {
    const id = storedDevice('audioinput');
    const track = await createLocalAudioTrack({
      echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...(id !== undefined && { deviceId: { ideal: id } }),
    });
    return { track };
  } catch (error) {
    return { fault: micFault(error) };
  }
}

/** micTrack is what the browser gives of the microphone in room, muted too; undefined where there is none. */
export const micTrack = (room: Room): MediaStreamTrack | undefined =>
  room.localParticipant.getTrackPublication(Track.Source.Microphone)?.track?.mediaStreamTrack;

/** publishMicrophone lets the room hear track. */
export async function publishMicrophone(room: Room, track: LocalAudioTrack): Promise<void> {
  await room.localParticipant.publishTrack(track, { source: Track.Source.Microphone });
}
