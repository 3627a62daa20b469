import type { Room } from 'livekit-client';
import { createCall, resumeCall } from '../../lib/api/calls';
import type { CallRequest } from '../../lib/api/types.gen';
import type { MicFault } from '../../lib/livekit/capture';
import { openMicrophone, publishMicrophone, type Microphone } from '../../lib/livekit/microphone';
import { catchUp } from '../../lib/livekit/return';
import type { Step } from '../../lib/rpc/events';

/** Resume is a call that was held, and what it is gone on with by. */
export interface Resume {
  call: string;
  ticket: string;
}

export interface Placing {
  room: Room;
  request: CallRequest;
  /** resume is the call to go on with; without it there is a new one. */
  resume?: Resume | undefined;
  /** onTicket is told what the call can be gone on with by, if it can. */
  onTicket?: (ticket: string | undefined) => void;
  signal: AbortSignal;
  /** Resolves when the user will not wait for the microphone. */
  withoutMic: Promise<void>;
  onStep: (step: Step) => void;
}

/**
 * placeCall gets the microphone, unless the call is typed, a token and into the room, in this order, and
 * returns why there is no microphone, if there is none. It rejects if the call
 * cannot be placed or signal aborts; the microphone is then let go.
 */
export async function placeCall({ room, request, resume, signal, withoutMic, onStep, onTicket }: Placing): Promise<MicFault | undefined> {
  const typed = request.mode === 'text';
  if (!typed) onStep('microphone');
  const mic = typed ? undefined : await microphoneUnless(withoutMic, signal);
  try {
    signal.throwIfAborted();
    onStep('token');
    const reply = await (resume === undefined
      ? createCall(request, signal)
      : resumeCall(resume.call, { ticket: resume.ticket, ...(request.user !== undefined && { user: request.user }) }, signal));
    onTicket?.(reply.ticket);
    onStep('room');
    await room.connect(reply.url, reply.token);
    signal.throwIfAborted();
    onStep('agent');
    if (mic && 'track' in mic) await publishMicrophone(room, mic.track);
    if (resume !== undefined) await catchUp(room, signal);
  } catch (error) {
    if (mic && 'track' in mic) mic.track.stop();
    throw error;
  }
  return mic && 'fault' in mic ? mic.fault : undefined;
}

/** A microphone granted after the user went on without it is let go again. */
async function microphoneUnless(withoutMic: Promise<void>, signal: AbortSignal): Promise<Microphone> {
  const opening = openMicrophone();
  const skipped = Promise.race([withoutMic, aborted(signal)]).then((): Microphone => ({ fault: 'denied' }));
  const mic = await Promise.race([opening, skipped]);
  void opening.then((late) => {
    if (late !== mic && 'track' in late) late.track.stop();
  });
  return mic;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => { resolve(); }, { once: true });
  });
}
