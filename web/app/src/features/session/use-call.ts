import type { Room } from 'livekit-client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { pathTo } from '../../lib/address';
import { ApiError } from '../../lib/api/client';
import type { CallRequest } from '../../lib/api/types.gen';
import { dropCall } from '../../lib/held';
import { t } from '../../lib/language';
import { listen } from '../../lib/livekit/line';
import type { MicFault } from '../../lib/livekit/capture';
import { comesBack, leaveForGood } from '../../lib/livekit/return';
import { newRoom, unlockAudio } from '../../lib/livekit/room';
import { navigate } from '../../lib/navigation';
import type { Listener, Step } from '../../lib/rpc/events';
import { placeCall, type Resume } from './place-call';

/** How long the character's last word may still be on its way to the speaker. */
const lastWordMS = 1500;

export interface Call {
  /** The room of the call under way, else undefined. */
  room: Room | undefined;
  micFault: MicFault | undefined;
  /** Whether the call is typed: nobody listens. */
  typed: boolean;
  /** ticket is what the call can be gone on with by, if it can. */
  ticket: string | undefined;
  /** start calls again, or goes on with a call, and must run inside a click. A call under way is left first. */
  start: (resume?: Resume) => void;
  /** skipMic goes on without waiting for the microphone. */
  skipMic: () => void;
  setMicFault: (fault: MicFault | undefined) => void;
}

/**
 * useCall holds one call at a time; what happens on it goes to emit. The first
 * starts when it is mounted, which must happen inside a click. A call is left
 * a moment after it is over, and at once when it is unmounted.
 */
export function useCall(request: CallRequest, over: boolean, emit: Listener, resume?: Resume): Call {
  const [room, setRoom] = useState<Room>();
  const [micFault, setMicFault] = useState<MicFault>();
  const [ticket, setTicket] = useState<string>();
  const end = useRef<(gone?: boolean) => void>(undefined);
  const skip = useRef<() => void>(undefined);

  const leave = () => {
    end.current?.();
    end.current = undefined;
    setRoom(undefined);
  };
  const start = (back?: Resume) => {
    const next = newRoom();
    unlockAudio(next);
    leave();
    const abort = new AbortController();
    const deafen = listen(next, emit);
    let waits = false; // the call, for a page that has left without goodbye
    const hide = () => { end.current?.(true); };
    window.addEventListener('pagehide', hide);
    end.current = (gone) => {
      window.removeEventListener('pagehide', hide);
      deafen();
      abort.abort();
      void (waits && gone !== true ? leaveForGood(next) : next.disconnect());
    };
    setRoom(next);
    setMicFault(undefined);
    emit({ kind: 'begun' });
    const withoutMic = new Promise<void>((resolve) => { skip.current = resolve; });
    const onStep = (step: Step) => { emit({ kind: 'step', step }); };
    const onTicket = (told: string | undefined) => {
      waits = told !== undefined;
      setTicket(told);
    };
    const placed = placeCall({ room: next, request, resume: back, signal: abort.signal, withoutMic, onStep, onTicket });
    if (back !== undefined) comesBack(next, placed);
    placed.then(setMicFault, (error: unknown) => {
      if (abort.signal.aborted) return;
      const refused = error instanceof ApiError ? error : undefined;
      if (back !== undefined && (refused?.status === 410 || refused?.status === 404)) { // it is over
        dropCall(localStorage);
        navigate(pathTo('debrief', back.call), { replace: true });
        return;
      }
      emit({ kind: 'failed', reason: refused?.message ?? t('serverUnreached'), again: refused?.again });
    });
  };
  const first = useEffectEvent(() => { start(resume); });
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
  return { room, micFault, ticket, typed: request.mode === 'text', start, skipMic: () => skip.current?.(), setMicFault };
}
