import type { Room } from 'livekit-client';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/client';
import type { CallRequest } from '../../lib/api/types.gen';
import { listen } from '../../lib/livekit/line';
import type { MicFault } from '../../lib/livekit/microphone';
import { newRoom, unlockAudio } from '../../lib/livekit/room';
import type { CallEvent } from '../../lib/rpc/events';
import type { SessionAction } from './model';
import { placeCall } from './place-call';

export interface Call {
  /** The room of the call under way, else undefined. */
  room: Room | undefined;
  micFault: MicFault | undefined;
  /** start must run inside a click. A call under way is left first. */
  start: (request: CallRequest) => void;
  /** skipMic goes on without waiting for the microphone. */
  skipMic: () => void;
  /** leave gives the call up at once, connected or not. */
  leave: () => void;
  setMicFault: (fault: MicFault | undefined) => void;
}

/** useCall holds at most one call; what happens on it goes to emit. */
export function useCall(emit: (event: CallEvent | SessionAction) => void): Call {
  const [room, setRoom] = useState<Room>();
  const [micFault, setMicFault] = useState<MicFault>();
  const end = useRef<() => void>(undefined);
  const skip = useRef<() => void>(undefined);

  const leave = () => {
    end.current?.();
    end.current = undefined;
    setRoom(undefined);
  };
  const start = (request: CallRequest) => {
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
    const onStep = (step: Extract<SessionAction, { kind: 'step' }>['step']) => { emit({ kind: 'step', step }); };
    placeCall({ room: next, request, signal: abort.signal, withoutMic, onStep }).then(setMicFault, (error: unknown) => {
      if (abort.signal.aborted) return;
      const refused = error instanceof ApiError ? error : undefined;
      emit({ kind: 'failed', reason: refused?.message ?? 'The call server could not be reached.', again: refused?.again });
    });
  };
  useEffect(() => () => end.current?.(), []);
  return {
    room,
    micFault,
    start,
    leave,
    skipMic: () => skip.current?.(),
    setMicFault,
  };
}
