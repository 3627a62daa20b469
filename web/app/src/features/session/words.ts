import { t } from '../../lib/language';
import type { MicFault } from '../../lib/livekit/capture';
import type { Mic } from '../../lib/livekit/use-room';
import type { Step } from '../../lib/rpc/events';
import type { Outcome, State } from '../../lib/rpc/types.gen';

/** micWords says why there is no microphone and what helps. */
export function micWords(fault: MicFault): string {
  switch (fault) {
    case 'denied':
      return t('micDenied');
    case 'not_found':
      return t('micNotFound');
    case 'in_use':
      return t('micInUse');
    case 'insecure':
      return t('micInsecure');
    case 'other':
      return t('micOther');
  }
}

export function stepWords(step: Step): string {
  switch (step) {
    case 'microphone':
      return t('stepMicrophone');
    case 'token':
      return t('stepToken');
    case 'room':
      return t('stepRoom');
    case 'agent':
      return t('stepAgent');
  }
}

/** Halt is why nobody has the floor: the user has paused the call, or the connection is lost. */
export type Halt = 'paused' | 'lost';

/** Whose turn it is, as the page shows it. */
export type Floor = 'listening' | 'you' | 'thinking' | 'speaking' | Halt;

/** floorOf says whose turn it is: nobody's in a halt; the character's voice goes before the user's. */
export function floorOf(state: State, userSpeaks: boolean, halt?: Halt): Floor {
  if (halt !== undefined) return halt;
  if (state === 'speaking') return 'speaking';
  if (userSpeaks) return 'you';
  return state === 'thinking' ? 'thinking' : 'listening';
}

/** haltOf is why nobody has the floor; a lost connection goes before a pause. */
export function haltOf({ reconnecting, stalled, paused }: { reconnecting: boolean; stalled: boolean; paused: boolean }): Halt | undefined {
  if (reconnecting || stalled) return 'lost';
  return paused ? 'paused' : undefined;
}

/** floorWords names the floor; hears says whether there is a microphone to interrupt with. */
export function floorWords(floor: Floor, botname: string, hears = true): { title: string; note: string } {
  switch (floor) {
    case 'listening':
      return { title: t('floorListening'), note: t('floorYourTurn') };
    case 'you':
      return { title: t('floorYou'), note: t('floorYouNote') };
    case 'thinking':
      return { title: t('floorThinking'), note: t('floorThinkingNote', { name: botname }) };
    case 'speaking':
      return { title: t('floorSpeaking', { name: botname }), note: hears ? t('floorInterrupt') : t('floorTypeOver') };
    case 'paused':
      return { title: t('floorPaused'), note: t('floorPausedNote', { name: botname }) };
    case 'lost':
      return { title: t('floorLost'), note: t('floorLostNote') };
  }
}

/** micAction says what the microphone's button does. */
export function micAction(mic: Mic): string {
  if (mic === 'none') return t('micUse');
  return mic === 'muted' ? t('micUnmute') : t('micMute');
}

/** blockedWords says why talking by a held button is not possible, or nothing. */
export function blockedWords(mic: Exclude<Mic, 'none'>, halt: Halt | undefined): string {
  if (halt === 'lost') return t('reconnecting');
  if (halt === 'paused') return t('pausedTalk');
  return mic === 'on' ? '' : t('mutedTalk');
}

/** againWords says when another try may succeed, left seconds from now. */
export const againWords = (left: number): string => (left <= 0 ? t('againNow') : t('againIn', { n: left }));

/** endWords names an end, or a call that never began and may be tried again; who did what is in the agent's reason. */
export function endWords(outcome: Outcome, again?: number): { title: string; mark: string } {
  if (again !== undefined) return { title: t('refusedTitle'), mark: '◷' };
  switch (outcome) {
    case 'won':
      return { title: t('endWon'), mark: '✓' };
    case 'lost':
      return { title: t('endLost'), mark: '✕' };
    case 'timeout':
      return { title: t('endTimeout'), mark: '◷' };
    case 'left':
      return { title: t('endLeft'), mark: '■' };
    case 'error':
      return { title: t('endError'), mark: '!' };
  }
}
