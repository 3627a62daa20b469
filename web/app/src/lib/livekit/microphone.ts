import { createLocalAudioTrack, MediaDeviceFailure, Track, type LocalAudioTrack, type Room } from 'livekit-client';

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
 * goes on by text. Browsers hide the microphone from pages without https, which
 * is told from other faults.
 */
export async function openMicrophone(): Promise<Microphone> {
  if (!window.isSecureContext || !('mediaDevices' in navigator)) return { fault: 'insecure' };
  try {
    const track = await createLocalAudioTrack({ echoCancellation: true, noiseSuppression: true, autoGainControl: true });
    return { track };
  } catch (error) {
    return { fault: micFault(error) };
  }
}

/** publishMicrophone lets the room hear track. */
export async function publishMicrophone(room: Room, track: LocalAudioTrack): Promise<void> {
  await room.localParticipant.publishTrack(track, { source: Track.Source.Microphone });
}
