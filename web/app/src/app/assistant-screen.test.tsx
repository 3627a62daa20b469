import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stateOf, task } from '../testing/assistant';
import type { FakeAssistant } from '../testing/fake-assistant';
import { button, closePage, freshPage, noTalk, open, settle } from '../testing/open-assistant';

let server: FakeAssistant;
const milk = task('t1', 'Buy milk');

beforeEach(() => {
  server = freshPage();
});
afterEach(closePage);

test('opened for the first time, the user gets an id of their own, and the page says so', async () => {
  await open({ loadTalk: noTalk });
  const id = localStorage.getItem('parley.user') ?? '';
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(server.users)).toEqual(new Set([`Bearer ${id}`]));
  expect(screen.getByText(/kept on this Parley, under a secret id in this browser/)).toBeTruthy();
});

test('a browser that keeps nothing has an id for this page alone', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => { throw new Error('denied'); }, removeItem: () => undefined });
  await open({ loadTalk: noTalk });
  expect(server.users[0]).toMatch(/^Bearer [0-9a-f]{32}$/);
  expect(screen.getByText(/This browser keeps nothing/)).toBeTruthy();
});

test('a server that knows no assistants says so and can be asked again', async () => {
  const answer = vi.fn(() => Promise.resolve(new Response('{"error":"There are no assistants here."}', { status: 404 })));
  vi.stubGlobal('fetch', answer);
  await open({ loadTalk: noTalk });
  expect(screen.getByRole('alert').textContent).toContain('There are no assistants here.');
  const tries = answer.mock.calls.length;
  await settle(() => { fireEvent.click(button('Try again')); });
  expect(answer.mock.calls.length).toBe(tries + 1);
});

test('the browser’s zone is told once, where none is known', async () => {
  server.state = stateOf({ zone: '' });
  await open({ loadTalk: noTalk });
  expect(server.commands).toMatchObject([{ type: 'profile', zone: Intl.DateTimeFormat().resolvedOptions().timeZone }]);
  cleanup();
  server.state = stateOf({ zone: 'Asia/Tokyo' });
  await open({ loadTalk: noTalk });
  expect(server.commands).toHaveLength(1);
});

test('all that is kept can be seen and forgotten, and one can start afresh with another id', async () => {
  await open({ loadTalk: noTalk });
  const before = localStorage.getItem('parley.user');
  await settle(() => { fireEvent.click(button('Memory')); });
  expect(screen.getByRole('dialog', { name: 'What Vera remembers' })).toBeTruthy();
  fireEvent.click(button('Forget me'));
  await settle(() => { fireEvent.click(button('Erase everything')); });
  expect(screen.getByRole('heading', { name: 'Everything is forgotten' })).toBeTruthy();
  expect(localStorage.getItem('parley.user')).toBeNull();
  await settle(() => { fireEvent.click(button('Start afresh')); });
  expect(localStorage.getItem('parley.user')).not.toBe(before);
  fireEvent.click(button('All scenes'));
  expect(location.pathname).toBe('/');
});

test('forgotten in another tab, this one keeps nothing more', async () => {
  await open({ loadTalk: noTalk });
  await settle(() => { server.tell({ type: 'state', state: stateOf({ rev: 0, zone: '' }) }); });
  expect(server.commands).toEqual([]);
  localStorage.clear();
  await settle(() => window.dispatchEvent(new StorageEvent('storage', { key: 'parley.user' })));
  expect(screen.getByRole('heading', { name: 'Everything is forgotten' })).toBeTruthy();
});

test('on a narrow page one part is shown, and each can be chosen', async () => {
  server.state = stateOf({ tasks: [milk] });
  await open({ loadTalk: noTalk });
  const choice = button(/^Tasks 1/);
  expect(choice.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(choice);
  expect(choice.getAttribute('aria-pressed')).toBe('true');
});

test('an address of nobody says so, as does a list that failed', async () => {
  await open({ loadTalk: noTalk, id: 'riskyProjectApproval' });
  expect(screen.getByRole('alert').textContent).toContain('There is no such assistant here.');
  cleanup();
  const onRetry = vi.fn();
  await open({ loadTalk: noTalk, scenarios: { state: 'failed', reason: 'Parley does not answer.' }, onRetry });
  expect(screen.getByRole('alert').textContent).toContain('Parley does not answer.');
  fireEvent.click(button('Try again'));
  expect(onRetry).toHaveBeenCalledOnce();
});
