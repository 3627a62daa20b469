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
    // It happens to a track whose device goes, and not to one that LiveKit stops to take another; LiveKit then takes the default.
    const unplugged = ({ currentTarget }: Event) => { tell({ lost: (currentTarget as MediaStreamTrack).label, device: '' }); };
    const leave = () => {
      tapped?.track.removeEventListener('ended', unplugged);
      tapped?.close();
    };
    const look = () => {
      const track = micTrack(room);
      if (track !== tapped?.track) {
        leave();
        tapped = track && tap(track);
        track?.addEventListener('ended', unplugged);
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
      leave();
    };
  }, [room]);
  return [heard, () => { setHeard((now) => ({ ...now, lost: undefined })); }];
}
