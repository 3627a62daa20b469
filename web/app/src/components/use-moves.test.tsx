import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMoves } from './use-moves';

interface Item { id: string; mark?: string }

function List({ items }: { items: Item[] }) {
  const list = useMoves<HTMLUListElement>();
  return <ul ref={list}>{items.map(({ id, mark = '' }) => <li key={id} data-row={id} data-mark={mark} tabIndex={0}>{id}</li>)}</ul>;
}

/** What was animated: the row and what it begins with. */
let moves: [row: string, from: unknown][];
let still: boolean;
const seen = vi.fn();

beforeEach(() => {
  moves = [];
  still = false;
  seen.mockReset();
  vi.stubGlobal('matchMedia', () => ({ matches: still }));
  Element.prototype.scrollIntoView = function () { seen(this.textContent); };
  Element.prototype.animate = function (frames) {
    moves.push([this.textContent, (frames as Keyframe[])[0]?.transform ?? (frames as Keyframe[])[0]?.backgroundColor ?? 'out']);
    return {} as Animation;
  };
  Object.defineProperty(HTMLElement.prototype, 'offsetTop', {
    get(this: HTMLElement) { return 40 * [...(this.parentElement?.children ?? [])].indexOf(this); }, configurable: true,
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, 'offsetTop');
  Reflect.deleteProperty(Element.prototype, 'animate');
});

const [a, b, c]: Item[] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const items = (...list: (Item | undefined)[]) => <List items={list.filter((item) => item !== undefined)} />;

test('rows that come, go, move and change are shown doing so', () => {
  const { rerender, container } = render(items(a, b));
  expect(moves).toEqual([]);
  rerender(items(b, c));
  expect(moves).toEqual([['b', 'translateY(40px)'], ['c', 'translateY(-10px)'], ['a', 'out']]);
  expect(seen).toHaveBeenCalledWith('c');
  const copy = container.querySelector('[aria-hidden]');
  expect([copy?.textContent, copy?.hasAttribute('data-row')]).toEqual(['a', false]);
  moves = [];
  rerender(items(b, { id: 'c', mark: 'changed' }));
  expect(moves).toEqual([['c', 'var(--tint)']]);
});

test('whoever prefers less motion gets none, and still sees what comes', () => {
  still = true;
  const { rerender } = render(items(a));
  rerender(items(a, b));
  expect(moves).toEqual([]);
  expect(seen).toHaveBeenCalledWith('b');
});

test('who works in the list is not taken elsewhere', () => {
  const { rerender, getByText } = render(items(a));
  getByText('a').focus();
  rerender(items(a, b));
  expect(seen).not.toHaveBeenCalled();
});

test('a list that changes as a whole does not dance', () => {
  const { rerender } = render(items());
  rerender(<List items={Array.from({ length: 30 }, (_, i) => ({ id: `${i}` }))} />);
  expect(moves).toEqual([]);
});
