import { setupI18n, type Messages } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import english from '../messages/gallery/en.json';
import type call from '../messages/call/en.json';
import type consent from '../messages/consent/en.json';
import type debrief from '../messages/debrief/en.json';
import type desk from '../messages/desk/en.json';
import type held from '../messages/held/en.json';
import type history from '../messages/history/en.json';
import type settings from '../messages/settings/en.json';
import type talk from '../messages/talk/en.json';
import type usage from '../messages/usage/en.json';

/** The languages of the page, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const;

export type Language = keyof typeof languages;

/** The parts of the page that bring messages of their own: folders of src/messages. The gallery's are always there. */
interface Later {
  call: typeof call;
  consent: typeof consent;
  debrief: typeof debrief;
  desk: typeof desk;
  held: typeof held;
  history: typeof history;
  settings: typeof settings;
  talk: typeof talk;
  usage: typeof usage;
}

type Part = 'gallery' | keyof Later;

export type MessageID = keyof typeof english | { [P in keyof Later]: keyof Later[P] }[keyof Later];

/** The gallery's messages in each language, compiled by vite.plugins.ts. The English ones are in the first load. */
const first = import.meta.glob<Messages>(['../messages/gallery/*.json', '!../messages/gallery/en.json'], { import: 'default' });

/** catalog gets the messages at a path: which files the later parts have is told by a file that is loaded with the first of them. */
const catalog = async (path: string) => (first[path] ?? (await import('./catalogs')).catalogs[path])?.();

const i18n = setupI18n({ locale: 'en', messages: { en: english } });

const parts = new Set<Part>(['gallery']);
const pathOf = (part: Part, language: Language) => `../messages/${part}/${language}.json`;

/** loaded are the paths of the catalogs that are there. */
const loaded = new Set([pathOf('gallery', 'en')]);

/** asked counts how often a language was asked for: the newest wins. */
let asked = 0;

const isLanguage = (word: string): word is Language => Object.hasOwn(languages, word);

/** chooseLanguage is the language the user has set, or the first of theirs that the page has, or English. */
export function chooseLanguage(set: string | null, theirs: readonly string[]): Language {
  return [set ?? '', ...theirs.map((tag) => tag.toLowerCase().split('-', 1)[0] ?? '')].find(isLanguage) ?? 'en';
}

async function fetchMessages(part: Part, language: Language): Promise<void> {
  const path = pathOf(part, language);
  if (loaded.has(path)) return;
  const texts = await catalog(path);
  if (texts !== undefined) i18n.load(language, texts);
  loaded.add(path);
}

/**
 * speak changes the page's language, once its messages are there, also those of parts that come meanwhile; it rejects if
 * they cannot be loaded, and changes nothing. Where another language is asked for meanwhile, it resolves without a change.
 */
export async function speak(language: Language): Promise<void> {
  const turn = ++asked;
  const missing = () => [...parts].filter((part) => !loaded.has(pathOf(part, language)));
  try {
    while (turn === asked && missing().length > 0) await Promise.all(missing().map((part) => fetchMessages(part, language)));
  } catch (error) {
    if (turn === asked) throw error;
  }
  if (turn !== asked) return;
  document.documentElement.lang = language;
  i18n.activate(language);
}

/** needMessages loads a part's messages, and says it in English where its own language cannot be loaded. */
async function needMessages(part: Part, language: Language): Promise<void> {
  try {
    await fetchMessages(part, language);
  } catch (error) {
    const texts = await catalog(pathOf(part, 'en'));
    if (texts === undefined) throw error;
    if (!loaded.has(pathOf(part, language))) i18n.load(language, texts); // as if they were its own, until those can be loaded
  }
}

/** withMessages loads a part of the page with the messages it needs. */
export async function withMessages<T>(needs: readonly Part[], load: () => Promise<T>): Promise<T> {
  needs.forEach((part) => parts.add(part));
  const [result] = await Promise.all([load(), ...needs.map((part) => needMessages(part, language()))]);
  return result;
}

/** t is a message in the page's language; values fill its placeholders. */
export const t = (id: MessageID, values?: Record<string, string | number>): string => i18n._(id, values);

/** Told is a sentence, and the language it is in where that is not the page's. */
export interface Told {
  text: string;
  lang: 'en' | undefined;
}

/**
 * tell says what the agent or the server said by a code (Phrase), in the page's language; without a code, or by one that
 * only a newer server has, it is the English words. The messages are those of the call.
 */
export function tell(code: string | undefined, words: string, values?: Record<string, string>): Told {
  // An archive may bring any code: only such names are looked up, and none that every object has.
  const text = code !== undefined && /^(ended|fault)_/.test(code) ? i18n._(code, values) : undefined;
  return text === undefined || text === code ? { text: words, lang: 'en' } : { text, lang: undefined };
}

/** language is the page's. */
export const language = (): Language => i18n.locale as Language;

/**
 * useLanguage is the page's language. What says messages is drawn anew with the App when it changes; what is memoised
 * by itself must use it too.
 */
export const useLanguage = (): Language => useSyncExternalStore((changed) => i18n.on('change', changed), language);
