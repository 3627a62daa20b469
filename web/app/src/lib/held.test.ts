import { beforeEach, expect, test } from 'vitest';
import { dropCall, heldCall, holdCall, returnMS, type Held } from './held';

const held: Held = { call: 'call_1', ticket: 't', scenario: 'badNews', at: 1_000_000, left: false, typed: false, tab: 'a' };

beforeEach(() => { localStorage.clear(); });

test('a call is open while its page gives signs, then it can be gone on with for two minutes', () => {
  holdCall(localStorage, held);
  expect(heldCall(localStorage, held.at + 14_000)?.open).toBe(true);
  expect(heldCall(localStorage, held.at + 16_000)).toMatchObject({ open: false, leftMS: returnMS - 16_000, call: 'call_1' });
  expect(heldCall(localStorage, held.at + returnMS)).toBeUndefined();
  holdCall(localStorage, { ...held, left: true });
  expect(heldCall(localStorage, held.at + 1)?.open).toBe(false);
});

test('what is not a held call is none', () => {
  for (const text of ['', 'x', 'null', '[]', '{}', '{"call":1}', JSON.stringify({ ...held, at: 'now' }), JSON.stringify({ ...held, at: 9e15 })]) {
    localStorage.setItem('parley.call', text);
    expect(heldCall(localStorage, held.at)).toBeUndefined();
  }
});

test('a tab drops its own call alone', () => {
  holdCall(localStorage, { ...held, at: Date.now() });
  dropCall(localStorage, 'b');
  expect(heldCall(localStorage, Date.now())?.call).toBe('call_1');
  dropCall(localStorage, 'a');
  expect(heldCall(localStorage, Date.now())).toBeUndefined();
});
