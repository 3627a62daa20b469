import type { MicFault } from '../../lib/livekit/microphone';
import type { Mic } from '../../lib/livekit/use-room';
import type { Step } from '../../lib/rpc/events';
import type { Outcome, State } from '../../lib/rpc/types.gen';

/** micWords says why there is no microphone and what helps. */
export const micWords: Record<MicFault, string> = {
  denied: 'The microphone is not allowed. Allow it in the address bar, or type instead.',
  not_found: 'No microphone was found. Plug one in, or type instead.',
  in_use: 'Another app uses your microphone. Close it there, or type instead.',
  insecure: 'Browsers give the microphone to https pages only. You can type instead.',
  other: 'The microphone could not be opened. You can type instead.',
};

export const stepWords: Record<Step, string> = {
  microphone: 'Allow your microphone…',
  token: 'Getting a line…',
  room: 'Joining the room…',
  agent: 'Ringing…',
};

/** Whose turn it is, as the page shows it. */
export type Floor = 'listening' | 'you' | 'thinking' | 'speaking';

/** floorOf says whose turn it is; the character's voice goes before the user's. */
export function floorOf(state: State, userSpeaks: boolean): Floor {
  if (state === 'speaking') return 'speaking';
  if (userSpeaks) return 'you';
  return state === 'thinking' ? 'thinking' : 'listening';
}

export function floorWords(floor: Floor, botname: string): { title: string; note: string } {
  switch (floor) {
    case 'listening':
      return { title: 'Listening', note: 'Your turn' };
    case 'you':
      return { title: "You're speaking", note: 'Take your time' };
    case 'thinking':
      return { title: 'Thinking', note: `${botname} is considering…` };
    case 'speaking':
      return { title: `${botname} is speaking`, note: 'Talk to interrupt' };
  }
}

/** micActions says what the microphone's button does. */
export const micActions: Record<Mic, string> = { none: 'Use mic', muted: 'Unmute', on: 'Mute' };

/** blockedWords says why talking by a held button is not possible, or nothing. */
export function blockedWords(mic: Mic, reconnecting: boolean): string {
  if (reconnecting) return 'Reconnecting…';
  if (mic === 'none') return 'There is no microphone. You can type instead.';
  return mic === 'on' ? '' : "You're muted. Unmute to talk.";
}

/** refusedWords names the end of a call that never began and may be tried again. */
export const refusedWords = { title: 'Not just now', mark: '◷' };

/** againWords says when that is, left seconds from now. */
export function againWords(left: number): string {
  if (left <= 0) return 'You can try again now.';
  return left === 1 ? 'Try again in 1 second.' : `Try again in ${left} seconds.`;
}

/** endWords names an end; who did what is in the agent's reason. */
export function endWords(outcome: Outcome): { title: string; mark: string } {
  switch (outcome) {
    case 'won':
      return { title: 'Goal reached', mark: '✓' };
    case 'lost':
      return { title: 'Not this time', mark: '✕' };
    case 'timeout':
      return { title: "Time's up", mark: '◷' };
    case 'left':
      return { title: 'Call ended', mark: '■' };
    case 'error':
      return { title: 'The call broke off', mark: '!' };
  }
}
