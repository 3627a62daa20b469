import { Room } from 'livekit-client';

/** newRoom is a room for one call: audio only, the browser's own cleaning on. */
export function newRoom(): Room {
  return new Room({
    audioCaptureDefaults: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    stopLocalTrackOnUnpublish: true,
  });
}

/**
 * unlockAudio lets the page play sound. Browsers allow it only inside a user's
 * gesture, so it must be called from a click before anything is awaited.
 */
export function unlockAudio(room: Room): void {
  void room.startAudio().catch(() => undefined); // still blocked: the page then asks for a tap
}
