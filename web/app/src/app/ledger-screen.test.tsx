import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConsentVersion } from '../lib/api/types.gen';
import { consentOf, keepConsent } from '../lib/consent';
import { receiptOf } from '../lib/receipts';
import { becomePerson } from '../lib/person';
import { isPerson, userID } from '../lib/user';
import '../testing/messages';
import { Screen as Join } from './join-screen';
import { Screen as Ledger } from './ledger-screen';

const settle = (what: () => unknown = () => undefined) => act(async () => {
  what();
  for (let i = 0; i < 4; i++) await new Promise((resolve) => { setTimeout(resolve); });
});
const press = (name: string) => settle(() => fireEvent.click(screen.getByRole('button', { name })));

let asked: string[];

/** answer has the server answer each request by its method and path. */
function answer(replies: Record<string, () => Response>) {
  asked = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const what = `${init.method ?? 'GET'} ${path}`;
    asked.push(`${what}${typeof init.body === 'string' ? ` ${init.body}` : ''}`);
    return Promise.resolve(replies[what]?.() ?? Response.json({ error: 'who are you?' }, { status: 401 }));
  });
}

beforeEach(() => {
  localStorage.clear();
  keepConsent(localStorage, undefined);
  HTMLDialogElement.prototype.showModal = function () { this.open = true; };
  HTMLDialogElement.prototype.close = function () { this.open = false; };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what is kept is listed by kind, and deleted after a second click, with a receipt', async () => {
  becomePerson(localStorage);
  keepConsent(localStorage, { version: ConsentVersion, at: 1 });
  answer({
    'GET /api/me/ledger': () => Response.json({ stored: [
      { kind: 'calls', count: 2, bytes: 4096, days_left: 3, delete: 'DELETE /api/me/ledger/calls' },
      { kind: 'profile', count: 1, bytes: 12, delete: 'DELETE /api/me/ledger/profile' },
      { kind: 'assistant', count: 0, bytes: 0, delete: 'DELETE /api/me/ledger/assistant' },
    ] }),
    'DELETE /api/me': () => Response.json({ id: 'receipt_x', calls: ['call_a', 'call_b'], events: 9, bytes: 4096, at: '2026-11-27T10:00:00Z' }),
  });
  await settle(() => render(<Ledger />));
  const rows = screen.getAllByRole('row').slice(1).map((row) => row.textContent);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^Calls, as text.*24,096 bytesthe oldest until /);
  expect(rows[1]).toContain('you delete it');
  await press('Delete everything');
  expect(asked).toEqual(['GET /api/me/ledger']);
  await press('Yes, delete everything');
  expect(screen.getByRole('heading', { name: 'Everything is deleted' })).toBe(document.activeElement);
  expect(screen.getByText(/2 calls with 4,096 bytes.*receipt_x/)).toBeTruthy();
  expect(decodeURIComponent(screen.getByRole('link', { name: 'Download the receipt' }).getAttribute('href') ?? '')).toContain('"receipt_x"');
  expect([isPerson(localStorage), consentOf(localStorage)]).toEqual([false, undefined]);
});

test('one kind is deleted by itself after a second click, with a receipt, and all else stays', async () => {
  becomePerson(localStorage);
  keepConsent(localStorage, { version: ConsentVersion, at: 1 });
  let [busy, gone] = [true, false];
  answer({
    'GET /api/me/ledger': () => Response.json({ stored: [
      ...(gone ? [] : [{ kind: 'calls', count: 2, bytes: 4096, delete: 'DELETE /api/me/ledger/calls' }]),
      { kind: 'profile', count: 1, bytes: 12, delete: 'DELETE /api/me/ledger/profile' },
      { kind: 'checks', count: 1, bytes: 12, delete: 'DELETE /api/me' },
    ] }),
    'DELETE /api/me/ledger/calls': () => {
      if (busy) return Response.json({ error: 'a call is under way; end it first' }, { status: 409 });
      gone = true;
      return Response.json({ id: 'receipt_y', kind: 'calls', calls: ['call_a', 'call_b'], events: 9, bytes: 4096, at: '2026-11-27T10:00:00Z' });
    },
  });
  await settle(() => render(<Ledger />));
  expect(screen.getAllByRole('button', { name: /^Delete / }).map((button) => button.textContent))
    .toEqual(['Delete Calls, as text', 'Delete How long you pause when you talk', 'Delete everything']);
  await press('Delete Calls, as text');
  expect(screen.getByRole('dialog', { name: 'Delete: Calls, as text' }).textContent).toMatch(/All your calls are deleted for good.*All else stays/);
  await press('Keep it');
  expect(asked).toEqual(['GET /api/me/ledger']);
  await press('Delete Calls, as text');
  await press('Yes, delete');
  expect(screen.getByRole('alert').textContent).toBe('It was not deleted. a call is under way; end it first');
  busy = false;
  await press('Yes, delete');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Deleted' })).toBe(document.activeElement);
  expect(screen.getByText(/^Calls, as text: 4,096 bytes.*receipt_y/)).toBeTruthy();
  expect(screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent)).toEqual(['What', 'How long you pause when you talk', 'Judgements of calls, on their way']);
  expect(receiptOf(localStorage, 'call_b')?.id).toBe('receipt_y');
  expect(consentOf(localStorage)?.version).toBe(ConsentVersion);
});

test('of nobody nothing is kept, and a code makes them somebody', async () => {
  answer({
    'GET /api/me': () => Response.json({ person: false }),
    'POST /api/me': () => Response.json({ person: true }),
    'POST /api/me/link': () => Response.json({ code: 'ABCDEFGH', path: '/me/join#ABCDEFGH', seconds: 600 }),
  });
  await settle(() => render(<Ledger />));
  expect(screen.getByText('Nothing of you is kept here.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete everything' })).toBeNull();
  expect(asked).toEqual(['GET /api/me']);
  await press('Make a code');
  expect(screen.getByText('ABCDEFGH')).toBeTruthy();
  expect(screen.getByText(/Valid for 10 minutes, once/)).toBeTruthy();
  expect(isPerson(localStorage)).toBe(true);
});

test('a code is taken out of the address, and asked about before it is used', async () => {
  const own = userID(localStorage);
  expect(own).toBeDefined();
  history.replaceState(null, '', '/me/join#ABCDEFGH');
  let valid = false;
  answer({ 'POST /api/me/join': () => (valid ? Response.json({ person: true }) : Response.json({ error: 'none' }, { status: 404 })) });
  await settle(() => render(<Join />));
  expect([location.hash, asked]).toEqual(['', []]);
  await press('Take over');
  expect(screen.getByRole('alert').textContent).toContain('has been used, or is too old');
  expect(userID(localStorage)).toBe(own);
  valid = true;
  await press('Take over');
  expect(asked.at(-1)).toBe('POST /api/me/join {"code":"ABCDEFGH"}');
  expect(screen.getByRole('heading', { name: 'This device is yours, too' })).toBe(document.activeElement);
  expect(screen.getByText(/had kept before is no longer shown/)).toBeTruthy();
  expect([isPerson(localStorage), localStorage.getItem('parley.user')]).toEqual([true, null]);
  history.replaceState(null, '', '/');
});
