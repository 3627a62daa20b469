import { canCapture } from '../abilities';
import { storedDevice } from './devices';

/** Why there is no microphone. */
export type MicFault = 'denied' | 'not_found' | 'in_use' | 'insecure' | 'other';

/** micFault puts a browser's error into one of the words above (https://w3c.github.io/mediacapture-main/#dom-mediadevices-getusermedia). */
export function micFault(error: unknown): MicFault {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
      return 'denied';
    case 'NotFoundError':
      return 'not_found';
    case 'NotReadableError':
      return 'in_use';
    default:
      return 'other';
  }
}

/** wanted is what is asked of the microphone: the browser's own cleaning, and the one the user has chosen, or the default if it is gone. */
export function wanted(): MediaTrackConstraints {
  const id = storedDevice('audioinput');
  return { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...(id !== undefined && { deviceId: { ideal: id } }) };
}

/** capture opens the microphone without a call; whoever has it stops it. */
export async function capture(): Promise<{ track: MediaStreamTrack } | { fault: MicFault }> {
  if (!canCapture()) return { fault: 'insecure' };
  try {
    const [track] = (await navigator.mediaDevices.getUserMedia({ audio: wanted() })).getAudioTracks();
    return track === undefined ? { fault: 'not_found' } : { track };
  } catch (error) {
    return { fault: micFault(error) };
  }
}
