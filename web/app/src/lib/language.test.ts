import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { chooseLanguage, speak, t, useLanguage } from './language';

afterEach(() => speak('en'));

test.each([
  [null, [], 'en'],
  [null, ['de-AT', 'en'], 'de'],
  [null, ['FR'], 'fr'],
  [null, ['pt-BR', 'es-MX', 'de'], 'es'],
  ['fr', ['de'], 'fr'],
  ['xx', ['de'], 'de'],
  ['constructor', ['toString', '', 'zh'], 'en'],
])('set %o, wanted %o: %s', (set, theirs, want) => {
  expect(chooseLanguage(set, theirs)).toBe(want);
});

test('a language is spoken once its messages are there, and the page says so', async () => {
  const { result } = renderHook(() => useLanguage());
  expect([result.current, t('call', { name: 'Sam' })]).toEqual(['en', 'Call Sam']);
  await act(() => speak('de'));
  expect([result.current, document.documentElement.lang, t('call', { name: 'Sam' })]).toEqual(['de', 'de', 'Sam anrufen']);
});

test('numbers follow the plural rules of the language', async () => {
  const said = () => [0, 1, 2].map((n) => t('patienceSeconds', { n }));
  expect(said()).toEqual(['0 seconds', '1 second', '2 seconds']);
  await speak('fr');
  expect(said()).toEqual(['0 seconde', '1 seconde', '2 secondes']);
});

test('what is put into a message is not read as one', () => {
  expect(t('call', { name: '{name} #' })).toBe('Call {name} #');
});
