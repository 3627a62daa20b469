import { useReducer } from 'react';
import { react, type Reaction } from '../features/reaction/model';
import { sessionReducer, type Session, type SessionAction } from '../features/session/model';
import { transcribe, type Transcript } from '../features/transcript/model';
import { reckon, type Usage } from '../features/usage/model';
import { judge, unjudged, type Verdict } from '../features/verdict/model';
import type { CallEvent } from '../lib/rpc/events';

/** All that is known of the call under way, or of the last one. */
export interface CallState {
  session: Session;
  transcript: Transcript;
  verdict: Verdict;
  reaction: Reaction;
  usage: Usage;
}

export type Emit = (event: CallEvent | SessionAction) => void;

const actions: readonly string[] = ['step', 'late', 'failed', 'cancelled', 'here', 'dismiss'] satisfies SessionAction['kind'][];

const isAction = (event: CallEvent | SessionAction): event is SessionAction => actions.includes(event.kind);

/** callReducer hands each event to every feature's own reducer. */
export function callReducer(state: CallState, event: CallEvent | SessionAction): CallState {
  const session = sessionReducer(state.session, event);
  if (isAction(event)) return { ...state, session };
  return {
    session,
    transcript: transcribe(state.transcript, event),
    verdict: judge(state.verdict, event),
    reaction: react(state.reaction, event),
    usage: reckon(state.usage, event),
  };
}

export const noCall: CallState = {
  session: { phase: 'idle' },
  transcript: [],
  verdict: unjudged,
  reaction: undefined,
  usage: [],
};

export function useCallState(): [CallState, Emit] {
  return useReducer(callReducer, noCall);
}
