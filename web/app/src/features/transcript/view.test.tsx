import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FixLine } from './fix-line';
import { useView } from './use-view';
import { storedView, storeView } from './view';
import { ViewSettings } from './view-settings';

beforeEach(() => { localStorage.clear(); });
afterEach(cleanup);

function Shown() {
  const [view, setView] = useView(localStorage);
  return (
    <>
      <p data-testid="view">{`${view.captions} ${view.size} ${view.reactions}`}</p>
      <ViewSettings view={view} onChange={setView} />
      <input aria-label="Words" />
    </>
  );
}

const view = () => screen.getByTestId('view').textContent;

test('C shows captions or not, but never while one types, and all of it is kept', () => {
  const first = render(<Shown />);
  fireEvent.keyDown(window, { key: 'c' });
  expect(view()).toBe('false usual true');
  fireEvent.keyDown(screen.getByLabelText('Words'), { key: 'c' });
  expect(view()).toBe('false usual true');
  fireEvent.change(screen.getByLabelText('Size of captions'), { target: { value: 'large' } });
  fireEvent.click(screen.getByLabelText('Show reactions beside the face'));
  expect(view()).toBe('false large false');
  first.unmount();
  render(<Shown />);
  expect(view()).toBe('false large false');
});

const transcript = [
  { turn: 1, t: 0, who: 'character', text: 'Well?' },
  { turn: 2, t: 1, who: 'user', text: 'hairy kinds' },
  { turn: 4, t: 2, who: 'user', text: 'hairy kinds', typed: true },
];

function fix(transcript: unknown) {
  const asked: [string, unknown][] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push([url, init?.body]);
    return Promise.resolve(init?.method === 'POST' ? new Response(null, { status: 204 }) : new Response(JSON.stringify({ transcript })));
  });
  render(<FixLine call="call_a" heard="hairy kinds" language="en" />);
  fireEvent.click(screen.getByRole('button', { name: 'Fix what I said' }));
  fireEvent.change(screen.getByLabelText('What you said'), { target: { value: 'three times' } });
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  return asked;
}

test('what I said instead is kept with the turn that was heard so', async () => {
  const asked = fix(transcript);
  expect(await screen.findByText('Kept: the debrief will show your words.')).toBeTruthy();
  expect(asked).toEqual([
    ['/api/calls/call_a/debrief', undefined],
    ['/api/calls/call_a/corrections', JSON.stringify({ turn: 2, text: 'three times' })],
  ]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a turn that is not known yet is not kept, and the page says so', async () => {
  const asked = fix(transcript.slice(0, 1));
  expect(await screen.findByText(/could not be kept now/)).toBeTruthy();
  expect(asked).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Fix what I said' })).toBeTruthy();
});

test('how a call is shown is kept, and anything else is as usual', () => {
  const usual = { captions: true, size: 'usual', reactions: true } as const;
  const kept = new Map<string, string>();
  const store = { getItem: (k: string) => kept.get(k) ?? null, setItem: (k: string, v: string) => void kept.set(k, v), removeItem: () => undefined };
  const no = () => { throw new Error('denied'); };
  const full = { getItem: no, setItem: no, removeItem: no };
  expect(storedView(store)).toEqual(usual);
  storeView(store, { captions: false, size: 'large', reactions: false });
  expect(storedView(store)).toEqual({ captions: false, size: 'large', reactions: false });
  storeView(store, usual);
  expect(storedView(store)).toEqual(usual);
  kept.set('parley.view', '{"size":"huge"}');
  expect(storedView(store)).toEqual(usual);
  storeView(full, usual);
  expect(storedView(full)).toEqual(usual);
});
