import type { Room } from 'livekit-client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/client';
import type { CallRequest } from '../../lib/api/types.gen';
import { listen } from '../../lib/livekit/line';
import type { MicFault } from '../../lib/livekit/microphone';
import { newRoom, unlockAudio } from '../../lib/livekit/room';
import type { Listener, Step } from '../../lib/rpc/events';
import { placeCall } from './place-call';

/** How long the character's last word may still be on its way to the speaker. */
const lastWordMS = 1500;

export interface Call {
  /** The room of the call under way, else undefined. */
  room: Room | undefined;
  micFault: MicFault | undefined;
  /** Whether the call is typed: nobody listens. */
  typed: boolean;
  /** start calls again, and must run inside a click. A call under way is left first. */
  start: () => void;
  /** skipMic goes on without waiting for the microphone. */
  skipMic: () => void;
  setMicFault: (fault: MicFault | undefined) => void;
}

/**
 * useCall holds one call at a time; what happens on it goes to emit. The first
 * starts when it is mounted, which must happen inside a click. A call is left
 * a moment after it is over, and at once when it is unmounted.
 */
export function useCall(request: CallRequest, over: boolean, emit: Listener): Call {
  const [room, setRoom] = useState<Room>();
  const [micFault, setMicFault] = useState<MicFault>();
  const end = useRef<() => void>(undefined);
  const skip = useRef<() => void>(undefined);

  const leave = () => {
    end.current?.();
    end.current = undefined;
    setRoom(undefined);
  };
  const start = () => {
    const next = newRoom();
    unlockAudio(next);
    leave();
    const abort = new AbortController();
    const deafen = listen(next, emit);
    end.current = () => {
      deafen();
      abort.abort();
      void next.disconnect();
    };
    setRoom(next);
    setMicFault(undefined);
    emit({ kind: 'begun' });
    const withoutMic = new Promise<void>((resolve) => { skip.current = resolve; });
    const onStep = (step: Step) => { emit({ kind: 'step', step }); };
    placeCall({ room: next, request, signal: abort.signal, withoutMic, onStep }).then(setMicFault, (error: unknown) => {
      if (abort.signal.aborted) return;
      const refused = error instanceof ApiError ? error : undefined;
      emit({ kind: 'failed', reason: refused?.message ?? 'The call server could not be reached.', again: refused?.again });
    });
  };
  const first = useEffectEvent(start);
  useEffect(() => {
    first(); // eslint-disable-line react-hooks/set-state-in-effect -- the call is outside of React, and begins here
    return () => end.current?.();
  }, []);

  const hangUp = useEffectEvent(leave);
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => { hangUp(); }, lastWordMS);
    return () => { clearTimeout(timer); };
  }, [over]);
  return { room, micFault, typed: request.mode === 'text', start, skipMic: () => skip.current?.(), setMicFault };
}
