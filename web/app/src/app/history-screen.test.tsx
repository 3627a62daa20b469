import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Summary } from '../lib/api/calls';
import { pathTo, readAddress } from '../lib/address';
import { becomePerson } from '../lib/person';
import { settle } from '../testing/open-assistant';
import '../testing/messages';
import { sterling } from '../testing/scenario';
import { Screen } from './history-screen';

const call = (id: string, more: Partial<Summary> = {}): Summary => ({
  call: id, scene: sterling.id, began: '2026-11-27T10:00:00Z', seconds: 60, outcome: 'won', progress: 10, exchanges: 5, hints: 0,
  curve: [{ t: 0, y: 0 }, { t: 60, y: 10 }], bytes: 9000, events: 40, ...more,
});

async function open(answer: (path: string) => Response) {
  const asked = vi.fn((path: string) => Promise.resolve(answer(path)));
  vi.stubGlobal('fetch', asked);
  const address = readAddress(pathTo('history'));
  if (address === undefined) throw new Error('the history has an address');
  const settings = { patience: undefined, setPatience: vi.fn(), hold: false, setHold: vi.fn(), noLimit: false, setNoLimit: vi.fn() };
  render(<Screen {...{ address, settings }} onCall={vi.fn()} scenarios={{ state: 'loaded', list: [sterling], skills: [] }} onRetry={() => undefined} />);
  await settle();
  return asked;
}

/** withProgress answers what is asked of the user's progress, too. */
const withProgress = (calls: (path: string) => Response) => (path: string) =>
  path.startsWith('/api/me/progress') ? Response.json({ scenes: [] }) : calls(path);

beforeEach(() => { becomePerson(localStorage); });
afterEach(cleanup);

test('calls are listed with where they lead, page by page', async () => {
  const asked = await open(withProgress((path) =>
    path.includes('cursor')
      ? Response.json({ calls: [call('call_c', { scene: 'goneScene' })] })
      : Response.json({ calls: [call('call_a'), call('call_b', { outcome: 'lost', progress: 3, from: { call: 'call_a', turn: 4 } })], next: 'after b' })));
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/d/call_a', '/d/call_b', '/me/data']);
  expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('lost · tried again');
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  await settle();
  expect(asked).toHaveBeenLastCalledWith('/api/calls?cursor=after%20b', expect.anything());
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

test('who has no calls is told what would stand here, and where to begin', async () => {
  localStorage.clear();
  const asked = await open(() => Response.json({ person: false }));
  expect(screen.getByText(/No calls yet/)).toBeDefined();
  expect(screen.getByRole('link', { name: sterling.title }).getAttribute('href')).toBe(`/s/${sterling.id}`);
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/me']);
});

test('a fault is told', async () => {
  await open(() => Response.json({ error: 'The disk is full.' }, { status: 500 }));
  expect(screen.getByRole('status').textContent).toContain('The disk is full.');
});
