import { t } from '../../lib/language';
import type { CallEvent, Limit, Step } from '../../lib/rpc/events';
import type { CallEnded, State, Trouble } from '../../lib/rpc/types.gen';

/** Whether the user seems to be away, and has said that they are not. */
export type Away = 'no' | 'asked' | 'here';

export type Session =
  | { phase: 'connecting'; step: Step; late: boolean }
  | { phase: 'talking'; agent: string; state: State; away: Away; reconnecting: boolean; stalled: boolean; paused: boolean; limit: Limit | undefined; troubles: readonly Trouble[]; leaving?: true }
  | { phase: 'over'; outcome: CallEnded['outcome']; reason: string; code?: string | undefined; foreign?: boolean; again?: number | undefined; elsewhere?: true };

/** newSession is a call that was just asked for. */
export const newSession: Session = { phase: 'connecting', step: 'microphone', late: false };

/** newTalk is what is known of a call when its character comes. */
const newTalk = { phase: 'talking', away: 'no', reconnecting: false, stalled: false, paused: false, limit: undefined, troubles: [] } as const;

/** maxTroubles is how many notices are shown; older ones go. */
const maxTroubles = 3;

export function sessionReducer(session: Session, event: CallEvent): Session {
  if (event.kind === 'begun') return newSession;
  switch (session.phase) {
    case 'connecting':
      return connecting(session, event);
    case 'talking':
      return talking(session, event);
    case 'over':
      return session; // what comes after the end changes nothing
  }
}

type Connecting = Extract<Session, { phase: 'connecting' }>;
type Talking = Extract<Session, { phase: 'talking' }>;

function connecting(session: Connecting, event: CallEvent): Session {
  switch (event.kind) {
    case 'step':
      return { ...session, step: event.step };
    case 'late':
      return { ...session, late: true };
    case 'agent':
      if (event.state === 'initializing') return session;
      return { ...newTalk, agent: event.identity, state: event.state };
    default:
      return ended(session, event);
  }
}

function talking(session: Talking, event: CallEvent): Session {
  switch (event.kind) {
    case 'agent':
      return event.identity === session.agent ? { ...session, state: event.state } : session;
    case 'user_state':
      if (event.identity !== session.agent || event.away === (session.away !== 'no')) return session;
      return { ...session, away: event.away ? 'asked' : 'no' };
    case 'anew':
      return { ...newTalk, agent: event.identity, state: event.state, reconnecting: session.reconnecting, ...(session.leaving && { leaving: true }) };
    case 'pulse':
      return { ...session, stalled: !event.beats };
    case 'clocks':
      return event.identity === session.agent ? { ...session, paused: event.paused, limit: event.limit } : session;
    case 'here':
      return session.away === 'asked' ? { ...session, away: 'here' } : session;
    case 'reconnecting':
      return { ...session, reconnecting: true };
    case 'reconnected':
      return { ...session, reconnecting: false };
    case 'trouble': {
      const others = session.troubles.filter((t) => t.role !== event.trouble.role);
      const troubles = event.trouble.over ? others : [...others, event.trouble].slice(-maxTroubles);
      return { ...session, troubles };
    }
    case 'dismiss':
      return { ...session, troubles: session.troubles.filter((t) => t !== event.trouble) };
    case 'leaving':
      return { ...session, leaving: true };
    default:
      return ended(session, session.leaving ? left(event) : event);
  }
}

/** left is an event for a user who is leaving: the room may close before the agent's word of the end comes. */
function left(event: CallEvent): CallEvent {
  if (event.kind !== 'agent_left' && (event.kind !== 'dropped' || event.elsewhere)) return event;
  return { kind: 'ended', ending: { outcome: 'left', call_id: '', reason: t('youEnded') } };
}

/** over is an end that the agent tells, whose words are foreign, or that the user has left, which the page says itself. */
const over = ({ outcome, reason, code }: CallEnded): Session => ({
  phase: 'over', outcome, reason, ...(code !== undefined && { code }), ...(outcome !== 'left' && { foreign: true }),
});

function ended(session: Session, event: CallEvent): Session {
  switch (event.kind) {
    case 'ended':
      return over(event.ending);
    case 'failed':
      return { phase: 'over', outcome: 'error', reason: event.reason, again: event.again };
    case 'dropped':
      return { phase: 'over', outcome: 'error', reason: event.reason, ...(event.elsewhere && { elsewhere: true }) };
    case 'agent_left':
      return { phase: 'over', outcome: 'error', reason: t('agentLeft') };
    default:
      return session;
  }
}
