import type { CallEnded, Checker, EmojiReaction, Role, State, Trouble, Usage } from './types.gen';

/**
 * CallEvent is one thing that happened on the line. Every feature folds the
 * kinds it knows into its own state and ignores the others.
 */
export type CallEvent =
  | { kind: 'begun' }
  | { kind: 'checker'; checker: Checker }
  | { kind: 'emoji'; reaction: EmojiReaction }
  | { kind: 'caption'; segment: string; role: Role; text: string; final: boolean }
  | { kind: 'trouble'; trouble: Trouble }
  | { kind: 'usage'; usage: Usage }
  | { kind: 'agent'; identity: string; state: State }
  | { kind: 'user_state'; identity: string; away: boolean }
  | { kind: 'agent_left' }
  | { kind: 'reconnecting' }
  | { kind: 'reconnected' }
  | { kind: 'dropped'; reason: string }
  | { kind: 'ended'; ending: CallEnded };

export type Listener = (event: CallEvent) => void;
