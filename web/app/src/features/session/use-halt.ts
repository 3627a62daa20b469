import type { Room } from 'livekit-client';
import type { Agent } from '../../lib/livekit/agent';
import type { Listener } from '../../lib/rpc/events';
import type { Session } from './model';
import { usePause, type Pause } from './use-pause';
import { usePulse } from './use-pulse';
import { useWakeLock } from './use-wake-lock';
import { haltOf, type Halt } from './words';

interface Halted {
  pause: Pause;
  halt: Halt | undefined;
  /** failed tells the user what the agent did not do. */
  failed: (reason: string) => void;
}

/** useHalt holds what stops a call, and keeps the screen on in it. */
export function useHalt(room: Room, agent: Agent, session: Extract<Session, { phase: 'talking' }>, emit: Listener): Halted {
  const failed = (reason: string) => { emit({ kind: 'trouble', trouble: { role: 'call', reason, over: false } }); };
  const pause = usePause(room, agent, session.paused, failed);
  usePulse(room, agent.identity, emit);
  useWakeLock();
  return { pause, halt: haltOf({ ...session, paused: pause.on }), failed };
}
