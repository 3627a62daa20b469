import type { Public, Unplayable } from '../../lib/api/types.gen';

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

const words = ['', 'Easy', 'Moderate', 'Demanding', 'Hard', 'Very hard'] as const;

/** difficultyWord says a difficulty of 1-5 in a word. */
export function difficultyWord(difficulty: number): string {
  return words[Math.min(5, Math.max(1, Math.round(difficulty)))] ?? 'Moderate';
}

/** blockedWords say what can be done with a scene that cannot be held by voice here. */
export const blockedWords = ({ code, text_way }: Unplayable): string => {
  if (!text_way) return 'This scene cannot be played here yet.';
  return code === 'stt_language'
    ? 'This scene cannot be heard here, in its language. You can type it: you write, and the character answers.'
    : 'This scene cannot be spoken here, in its language. You can type it: you write, and read the answers.';
};

/** languageWord names a language other than the page's own. */
export function languageWord(tag: string): string {
  return tag.startsWith('en') ? '' : new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
}

/** categoryWord is a category as the page shows it: "health care", "Health care". */
export function categoryWord(category: string | undefined): string {
  if (category === undefined || category === '') return '';
  const spaced = category.replace(/[-_]/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
