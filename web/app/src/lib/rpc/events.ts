import type { Card, CallEnded, Checker, EmojiReaction, Recap, Role, State, Trouble, Usage } from './types.gen';

/** Limit is when the time limit ends the call, in ms since 1970 by the page's clock, or what is left while it stands still, in ms. */
export type Limit = { endsAt: number } | { leftMS: number };

/** How far a call has come before the character is there. */
export type Step = 'microphone' | 'token' | 'room' | 'agent';

/** Before is what a call has that goes on from a turn of another: what was said until then, and how that one went. */
export interface Before {
  lines: readonly { turn: number; role: Role; text: string; acts: readonly string[] }[];
  /** here is where it goes on from, curve the other call's progress over time, in seconds; empty if that call is gone. */
  here: Point;
  curve: readonly Point[];
}

/** Point is progress, 0-10, and when, in seconds. */
interface Point {
  t: number;
  y: number;
}

/**
 * CallEvent is one thing that happened in a call. Every feature folds the kinds
 * it knows into its own state and ignores the others.
 */
export type CallEvent =
  // From the agent and from LiveKit.
  | { kind: 'checker'; checker: Checker }
  | { kind: 'emoji'; reaction: EmojiReaction }
  | { kind: 'card'; card: Card }
  | { kind: 'caption'; segment: string; role: Role; text: string; final: boolean }
  /** What was shown before the page came back to the call. */
  | { kind: 'recap'; recap: Recap }
  | { kind: 'trouble'; trouble: Trouble }
  | { kind: 'usage'; usage: Usage }
  | { kind: 'agent'; identity: string; state: State }
  | { kind: 'user_state'; identity: string; away: boolean }
  /** The agent's two clocks: whether the user has stopped them, and the time limit, if there is one. */
  | { kind: 'clocks'; identity: string; paused: boolean; limit: Limit | undefined }
  | { kind: 'agent_left' }
  /** Another agent holds the call, which begins anew: the one there was did not come back. */
  | { kind: 'anew'; identity: string; state: State }
  | { kind: 'reconnecting' }
  | { kind: 'reconnected' }
  /** elsewhere says that another tab has taken the call. */
  | { kind: 'dropped'; reason: string; elsewhere?: true }
  | { kind: 'ended'; ending: CallEnded }
  // From the page itself.
  | { kind: 'before'; before: Before }
  | { kind: 'begun' }
  | { kind: 'step'; step: Step }
  | { kind: 'late' }
  /** again is in how many seconds the user may try once more, if that is known. */
  | { kind: 'failed'; reason: string; again?: number | undefined }
  /** Whether anything still comes from the character's track. */
  | { kind: 'pulse'; beats: boolean }
  | { kind: 'here' }
  /** The user has asked for the end, and the agent was told. */
  | { kind: 'leaving' }
  | { kind: 'dismiss'; trouble: Trouble };

export type Listener = (event: CallEvent) => void;
