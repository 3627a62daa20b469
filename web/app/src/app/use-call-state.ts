import { useReducer } from 'react';
import { react, type Reaction } from '../features/reaction/model';
import { newSession, sessionReducer, type Session } from '../features/session/model';
import { show, type Shown } from '../features/shown/model';
import { transcribe, type Transcript } from '../features/transcript/model';
import { reckon, type Usage } from '../features/usage/model';
import { judge, unjudged, type Verdict } from '../features/verdict/model';
import type { Before, CallEvent, Listener } from '../lib/rpc/events';
import type { Hint } from '../lib/rpc/types.gen';

/** All that is known of a call, under way or over. */
export interface CallState {
  session: Session;
  transcript: Transcript;
  verdict: Verdict;
  reaction: Reaction;
  shown: Shown;
  usage: Usage;
  /** The hints that were given before the page came back to the call. */
  hints: readonly Hint[];
  /** What the call goes on from, if it is known. */
  before: Before | undefined;
}

/** callReducer hands each event to every feature's own reducer. */
export function callReducer(state: CallState, event: CallEvent): CallState {
  return {
    session: sessionReducer(state.session, event),
    transcript: transcribe(state.transcript, event),
    verdict: judge(state.verdict, event),
    reaction: react(state.reaction, event),
    shown: show(state.shown, event),
    usage: reckon(state.usage, event),
    hints: event.kind === 'recap' ? [...state.hints, ...event.recap.hints] : event.kind === 'begun' ? [] : state.hints,
    before: event.kind === 'before' ? event.before : event.kind === 'begun' ? undefined : state.before,
  };
}

export const newCall: CallState = {
  session: newSession,
  transcript: [],
  verdict: unjudged,
  reaction: undefined,
  shown: [],
  usage: [],
  hints: [],
  before: undefined,
};

export function useCallState(): [CallState, Listener] {
  return useReducer(callReducer, newCall);
}
