import type { Room } from 'livekit-client';
import { useEffect, useEffectEvent, useState } from 'react';
import { micTrack } from '../../lib/livekit/microphone';
import { tap, type Tap } from '../../lib/livekit/tap';
import { hear, lookMS, newEar, type Finding } from './ear';

export interface Heard {
  found: Finding | undefined;
  /** The microphone's name; empty without one. */
  device: string;
  /** Its id, as devices are chosen by. */
  id: string;
  /** The name of one that was unplugged, until another is there and the user has seen it. */
  lost: string | undefined;
}

const nothing: Heard = { found: undefined, device: '', id: '', lost: undefined };

/** useEar is what the page knows of the user's own microphone in room; deaf says that the user has stopped the call. */
export function useEar(room: Room, deaf: boolean): [Heard, seen: () => void] {
  const [heard, setHeard] = useState(nothing);
  const isDeaf = useEffectEvent(() => deaf);
  useEffect(() => {
    let tapped: Tap | undefined;
    let ear = newEar;
    let last = performance.now();
    const tell = (change: Partial<Heard>) => {
      setHeard((now) => {
        const next = { ...now, ...change };
        return next.found === now.found && next.device === now.device && next.id === now.id && next.lost === now.lost ? now : next;
      });
    };
    const look = () => {
      const track = micTrack(room);
      if (track?.readyState === 'ended' && track === tapped?.track) tell({ lost: track.label, device: '' }); // LiveKit takes the default device
      if (track !== tapped?.track) {
        tapped?.close();
        tapped = track && tap(track);
        ear = newEar;
        tell({ device: track?.label ?? '', id: track?.getSettings().deviceId ?? '' });
      }
      const now = performance.now();
      const sound = tapped?.read();
      ear = sound === undefined ? newEar : hear(ear, sound, now - last, !room.localParticipant.isMicrophoneEnabled, isDeaf());
      last = now;
      tell({ found: ear.found });
    };
    const timer = setInterval(look, lookMS);
    return () => {
      clearInterval(timer);
      tapped?.close();
    };
  }, [room]);
  return [heard, () => { setHeard((now) => ({ ...now, lost: undefined })); }];
}
