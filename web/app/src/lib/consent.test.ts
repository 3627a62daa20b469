import { beforeEach, expect, test } from 'vitest';
import { ConsentVersion } from './api/types.gen';
import { consentOf, keepConsent, sentConsent } from './consent';

beforeEach(() => { localStorage.clear(); });

test('a choice is kept for its version, and withdrawn', () => {
  expect(consentOf(localStorage)).toBeUndefined();
  keepConsent(localStorage, { version: ConsentVersion, keep_days: 90, keep_nothing: true, at: 7 });
  expect(consentOf(localStorage)).toEqual({ version: ConsentVersion, keep_days: 90, keep_nothing: true, at: 7 });
  keepConsent(localStorage, { version: ConsentVersion, at: 8 });
  expect(consentOf(localStorage)).toEqual({ version: ConsentVersion, at: 8 });
  keepConsent(localStorage, undefined);
  expect(consentOf(localStorage)).toBeUndefined();
});

test.each(['{"version":0,"at":1}', `{"version":${ConsentVersion}}`, '[]', '7', 'null', `{"version":"${ConsentVersion}","at":1}`])(
  '%s is no choice', (kept) => {
    localStorage.setItem('parley.consent', kept);
    expect(consentOf(localStorage)).toBeUndefined();
  });

test('what is no JSON is no choice', () => {
  keepConsent(localStorage, undefined);
  localStorage.setItem('parley.consent', '{');
  expect(consentOf(localStorage)).toBeUndefined();
});

test('a browser that keeps nothing has the choice until the page is left', () => {
  const refuse = () => { throw new Error('not allowed'); };
  const store = { getItem: refuse, setItem: refuse, removeItem: refuse };
  keepConsent(store, { version: ConsentVersion, at: 1 });
  expect(consentOf(store)).toEqual({ version: ConsentVersion, at: 1 });
  keepConsent(store, undefined);
  expect(consentOf(store)).toBeUndefined();
});

test('what is sent has no time', () => {
  expect(sentConsent({ version: 1, keep_days: 0, at: 5 })).toEqual({ version: 1, keep_days: 0 });
  expect(sentConsent({ version: 1, keep_nothing: true, at: 5 })).toEqual({ version: 1, keep_nothing: true });
});
