import { createLocalAudioTrack, Track, type AudioCaptureOptions, type LocalAudioTrack, type Room } from 'livekit-client';
import { canCapture } from '../abilities';
import { micFault, wanted, type MicFault } from './capture';

export type Microphone = { track: LocalAudioTrack } | { fault: MicFault };

/**
 * openMicrophone asks for the microphone. It never throws: without one the call
 * goes on by text.
 */
export async function openMicrophone(): Promise<Microphone> {
  if (!canCapture()) return { fault: 'insecure' };
  try {
    return { track: await createLocalAudioTrack(wanted() as AudioCaptureOptions) };
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
