import { canCall, canCapture } from '../../lib/abilities';
import type { Public, Unplayable } from '../../lib/api/types.gen';
import type { MessageID } from '../../lib/language';

/** isAssistant tells assistants, who get things done and are no practice, from the others. A scene that does not say is none. */
export const isAssistant = (scenario: Pick<Public, 'kind'>): boolean => scenario.kind === 'assistant';

/** What the user says of themselves before a call; both may stay empty. */
export interface Caller {
  username: string;
  usergender: string;
}

const key = 'parley.caller';

/** storedCaller is what the user said last time in this browser. */
export function storedCaller(storage: Pick<Storage, 'getItem'>): Caller {
  try {
    const value = JSON.parse(storage.getItem(key) ?? '{}') as Partial<Record<keyof Caller, unknown>> | null;
    return { username: text(value?.username), usergender: text(value?.usergender) };
  } catch {
    return { username: '', usergender: '' };
  }
}

export function storeCaller(storage: Pick<Storage, 'setItem'>, caller: Caller): void {
  try {
    storage.setItem(key, JSON.stringify(caller));
  } catch {
    // Private windows may keep nothing; the form is then empty next time.
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 64) : '');

const difficulties = ['difficulty1', 'difficulty2', 'difficulty3', 'difficulty4', 'difficulty5'] as const satisfies MessageID[];

/** difficultyWord is the message that says a difficulty of 1-5 in a word. */
export function difficultyWord(difficulty: number): MessageID {
  return difficulties[Math.min(5, Math.max(1, Math.round(difficulty))) - 1] ?? 'difficulty2';
}

/** blockedWord is the message that says what can be done with a scene that cannot be held by voice here. */
export const blockedWord = ({ code, text_way }: Unplayable): MessageID =>
  text_way ? (code === 'stt_language' ? 'notHeard' : 'notSpoken') : 'notPlayed';

/** obstacleWord is the message that says before a call what this browser lacks for it; undefined if nothing. */
export function obstacleWord(): MessageID | undefined {
  if (!canCall()) return 'noCalls';
  return canCapture() ? undefined : 'noMicrophone';
}

/** languageWord names a language other than the page's own, in that. */
export function languageWord(tag: string, page: string): string {
  return tag.split('-', 1)[0] === page ? '' : new Intl.DisplayNames(page, { type: 'language' }).of(tag) ?? tag;
}

/** minutesWord says how long a call takes, in the page's language. */
export const minutesWord = (minutes: number, page: string): string =>
  new Intl.NumberFormat(page, { style: 'unit', unit: 'minute' }).format(minutes);

/** categoryWord is a category as the page shows it: "health care", "Health care". */
export function categoryWord(category: string): string {
  const spaced = category.replace(/[-_]/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
