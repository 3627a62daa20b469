import { createAudioAnalyser, RoomEvent, Track, type RemoteAudioTrack, type Room } from 'livekit-client';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** useRoom is what read says of room, asked again at each of events. It must give the same value until something changed. */
function useRoom<T>(room: Room, events: readonly RoomEvent[], read: (room: Room) => T): T {
  const subscribe = useCallback(
    (changed: () => void) => {
      for (const event of events) room.on(event, changed);
      return () => {
        for (const event of events) room.off(event, changed);
      };
    },
    [room, events],
  );
  return useSyncExternalStore(subscribe, () => read(room));
}

const speakers = [RoomEvent.ActiveSpeakersChanged];

/** useIsSpeaking says whether LiveKit hears the user speak. */
export const useIsSpeaking = (room: Room): boolean => useRoom(room, speakers, (r) => r.localParticipant.isSpeaking);

const playback = [RoomEvent.AudioPlaybackStatusChanged];

/** useCanPlay says whether the browser lets the page play sound; room.startAudio in a click makes it so. */
export const useCanPlay = (room: Room): boolean => useRoom(room, playback, (r) => r.canPlaybackAudio);

const own = [RoomEvent.LocalTrackPublished, RoomEvent.LocalTrackUnpublished, RoomEvent.TrackMuted, RoomEvent.TrackUnmuted];

/** Mic is the state of the user's own microphone in a room. */
export type Mic = 'none' | 'muted' | 'on';

/** useMicrophone follows the user's own microphone. */
export const useMicrophone = (room: Room): Mic =>
  useRoom(room, own, ({ localParticipant }) => {
    if (localParticipant.getTrackPublication(Track.Source.Microphone) === undefined) return 'none';
    return localParticipant.isMicrophoneEnabled ? 'on' : 'muted';
  });

const heard = [RoomEvent.TrackSubscribed, RoomEvent.TrackUnsubscribed];

/** useVoice is the track on which the participant of that identity speaks; the agent's is a microphone track too. */
export const useVoice = (room: Room, identity: string): RemoteAudioTrack | undefined =>
  useRoom(room, heard, ({ remoteParticipants }) => {
    const track = remoteParticipants.get(identity)?.getTrackPublication(Track.Source.Microphone)?.track;
    return track as RemoteAudioTrack | undefined;
  });

/** How often the level is read: a frame at 30 a second. */
const levelMS = 1000 / 30;

/** useLevel is how loud track is just now, 0-1. */
export function useLevel(track: RemoteAudioTrack | undefined): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (track === undefined) return;
    const { calculateVolume, cleanup } = createAudioAnalyser(track, { fftSize: 32, smoothingTimeConstant: 0 });
    const timer = setInterval(() => { setLevel(calculateVolume()); }, levelMS);
    return () => {
      clearInterval(timer);
      void cleanup();
      setLevel(0);
    };
  }, [track]);
  return level;
}
