import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
