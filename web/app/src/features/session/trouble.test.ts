import { beforeAll, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { languages, speak, tell, withMessages, type Language } from '../../lib/language';
import { Phrases, type Trouble } from '../../lib/rpc/types.gen';
import { tellTrouble } from './trouble';

beforeAll(() => withMessages(['call'], () => Promise.resolve()));

test.each(Object.keys(languages) as Language[])('every phrase is said in %s', async (language) => {
  await speak(language);
  const catalog = JSON.parse(readFileSync(`src/messages/call/${language}.json`, 'utf8')) as Record<string, string>;
  for (const phrase of Phrases) {
    expect(tell(phrase, 'The words.', { name: 'Ada' })).toEqual({ text: (catalog[phrase] ?? '?').replace('{name}', 'Ada'), lang: undefined });
  }
  await speak('en');
});

test.each(['ended_by_magic', 'constructor', '__proto__', 'toString', '', 'micDenied', 'x'.repeat(100_000)])('code %.20s is said in the English words', (code) => {
  expect(tell(code, 'It was magic.')).toEqual({ text: 'It was magic.', lang: 'en' });
});

test('without a code the English words are said', () => {
  expect(tell(undefined, 'Well.')).toEqual({ text: 'Well.', lang: 'en' });
});

const slow: Trouble = { role: 'tts', reason: 'The voice is slow; flite speaks now.', over: false, code: 'fault_slow' };

test.each<[string, Trouble, string, 'en' | undefined]>([
  ['of a service', slow, 'Stimme der Figur: Der Dienst hat nicht rechtzeitig geantwortet.', undefined],
  ['with another in its place', { ...slow, engine: 'flite' }, 'Stimme der Figur: Der Dienst hat nicht rechtzeitig geantwortet. flite übernimmt.', undefined],
  ['of an unknown service', { ...slow, role: 'cook' }, slow.reason, 'en'],
  ['without a code', { role: 'llm', reason: 'It is odd.', over: false }, 'It is odd.', 'en'],
  ['of a call', { role: 'call', reason: 'Too long.', over: false, code: 'fault_too_long' }, 'Was Sie geschrieben haben, ist zu lang.', undefined],
  ['by the page itself', { role: 'call', reason: 'Nicht gefragt.', over: false }, 'Nicht gefragt.', undefined],
])('trouble %s', async (_, trouble, text, lang) => {
  await speak('de');
  expect(tellTrouble(trouble)).toEqual({ text, lang });
  await speak('en');
});
