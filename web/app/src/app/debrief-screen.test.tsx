import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Debrief } from '../lib/api/debrief';
import { pathTo, readAddress } from '../lib/address';
import { navigate } from '../lib/navigation';
import { becomePerson } from '../lib/person';
import { keepReceipt } from '../lib/receipts';
import { settle } from '../testing/open-assistant';
import '../testing/messages';
import { sterling } from '../testing/scenario';
import { Screen } from './debrief-screen';

/** The debrief that the server makes of a recorded call. */
const whole = JSON.parse(readFileSync('../../debrief/testdata/whole.golden.json', 'utf8')) as Debrief;

const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

interface Answers {
  debrief?: Debrief;
  status?: number;
  done?: object;
}

/** serve answers as the server does for one call. */
function serve({ debrief = whole, status = 200, done = {} }: Answers = {}) {
  const asked = vi.fn((path: string, init: RequestInit = {}) => {
    if (status !== 200) return Promise.resolve(new Response('{"error":"there is no such call"}', { status }));
    if (init.method === 'DELETE') return Promise.resolve(new Response('{"id":"receipt_a","calls":["x"],"events":59,"bytes":14876,"at":"2026-11-27T10:00:00Z"}'));
    if (!path.endsWith('/stream')) return Promise.resolve(new Response('{"summary":{"outcome":"won"}}'));
    const { coaching, ...rest } = debrief;
    return Promise.resolve(new Response(event('part', { debrief: rest }) + event('part', { coaching }) + event('done', done)));
  });
  vi.stubGlobal('fetch', asked);
  return asked;
}

const onCall = vi.fn();

async function open(search = '') {
  navigate(pathTo('debrief', whole.call) + search, { replace: true });
  const address = readAddress(location.pathname + location.search);
  if (address === undefined) throw new Error('a debrief has an address');
  const scenarios = { state: 'loaded', list: [sterling], skills: [] } as const;
  const settings = { patience: undefined, setPatience: vi.fn(), hold: false, setHold: vi.fn(), noLimit: false, setNoLimit: vi.fn() };
  render(<Screen {...{ address, settings, onCall }} scenarios={{ ...scenarios, list: [sterling] }} onRetry={() => undefined} />);
  await settle();
}

beforeEach(() => {
  onCall.mockReset();
  becomePerson(localStorage);
});
afterEach(() => { cleanup(); localStorage.clear(); });

test('a call is told in its parts', async () => {
  serve();
  await open();
  expect(screen.getByRole('heading', { level: 2 }).textContent).toContain('You have my approval');
  expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
    'How it went', 'What was kept from you', 'Three moments', 'Checks by skill', 'Keep, start, stop', 'How you spoke', 'What was said', 'What now',
  ]);
  const curve = screen.getByRole('region', { name: 'How it went' });
  expect(within(curve).getAllByRole('button', { name: /^At / })).toHaveLength(whole.curve.length);
  expect(screen.getByRole('region', { name: 'Keep, start, stop' }).textContent).toContain('Written by rules');
});

test('a step shows what was said, and the call goes on from there', async () => {
  serve();
  await open();
  const curve = screen.getByRole('region', { name: 'How it went' });
  fireEvent.click(within(curve).getByRole('button', { name: 'At 1:05: down 2, now 3 of 10' }));
  expect(within(curve).getByRole('status').textContent).toContain('if you do not sign i will go to the board');
  fireEvent.click(within(curve).getByRole('button', { name: 'Try again from here' }));
  expect(onCall).toHaveBeenLastCalledWith({ scenario: sterling.id, from: { call: whole.call, turn: 14 }, drill: false }, sterling);
  fireEvent.click(screen.getByRole('button', { name: /^Drill/ }));
  expect(onCall).toHaveBeenLastCalledWith(expect.objectContaining({ drill: true }), sterling);
});

test('the address names a moment', async () => {
  serve();
  await open('?t=33');
  expect(screen.getByRole('region', { name: 'How it went' }).textContent).toContain('three times the money back');
});

test('a call of others, or none, is not there; one deleted here has its receipt', async () => {
  serve({ status: 404 });
  await open();
  expect(screen.getByRole('heading').textContent).toBe('There is no such call here.');
  cleanup();
  keepReceipt(localStorage, { id: 'receipt_a', calls: [whole.call], events: 59, bytes: 14876, at: '2026-11-27T10:00:00Z' });
  await open();
  expect(screen.getByText(/Receipt receipt_a: 59 events/)).toBeDefined();
});

test('the numbers stand when the coach fails', async () => {
  serve({ done: { failed: true } });
  await open();
  expect(screen.getByRole('alert').textContent).toContain('The numbers stand.');
  expect(screen.getByText('of 10')).toBeDefined();
});

test('a short call has its words and no numbers', async () => {
  const rest = { ...whole };
  delete rest.moments;
  delete rest.score;
  delete rest.coaching;
  delete rest.speech;
  serve({ debrief: { ...rest, state: 'too_short' } });
  await open();
  expect(screen.getByText(/Too short for numbers/)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'How you spoke' })).toBeNull();
});

test('a turn that was misheard gets the words of the user', async () => {
  const asked = serve();
  await open('?t=51');
  const record = screen.getByRole('region', { name: 'What was said' });
  fireEvent.click(within(record).getByRole('button', { name: 'I said something else' }));
  fireEvent.change(within(record).getByRole('textbox', { name: 'What you said' }), { target: { value: 'the supplier is late' } });
  fireEvent.click(within(record).getByRole('button', { name: 'Keep' }));
  await settle();
  expect(asked).toHaveBeenCalledWith(`/api/calls/${whole.call}/corrections`, expect.objectContaining({ body: '{"turn":12,"text":"the supplier is late"}' }));
  expect(screen.getByRole('heading', { level: 2 })).toBeDefined(); // what is there stays meanwhile
});

test('words are found, and deleting asks first', async () => {
  const asked = serve();
  await open();
  const record = screen.getByRole('region', { name: 'What was said' });
  fireEvent.change(within(record).getByRole('textbox', { name: 'Search' }), { target: { value: 'SUPPLIER' } });
  await settle();
  expect(within(record).getByRole('status').textContent).toBe('2 turns');
  HTMLDialogElement.prototype.showModal = () => undefined;
  HTMLDialogElement.prototype.close = () => undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Delete this call' }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete', hidden: true }));
  await settle();
  expect(asked).toHaveBeenLastCalledWith(`/api/calls/${whole.call}?forks=delete`, expect.objectContaining({ method: 'DELETE' }));
  expect(location.pathname).toBe('/me');
});
