import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useFollow } from './use-follow';

/** A box of 100 px; each line of it has its own height. */
function Box({ heights, own = 0 }: { heights: number[]; own?: number }) {
  const { box, onScroll, away, toEnd } = useFollow<HTMLDivElement>(heights, own);
  return (
    <>
      <div ref={box} onScroll={onScroll} data-testid="box">
        {heights.map((height, i) => <p key={i} data-height={height} />)}
      </div>
      {away && <button onClick={toEnd}>To the newest</button>}
    </>
  );
}

const heightOf = (el: Element) => Number((el as HTMLElement).dataset.height ?? 0);
const sum = (els: Iterable<Element>) => Array.from(els, heightOf).reduce((a, b) => a + b, 0);

beforeEach(() => {
  const layout = (name: string, get: (this: HTMLElement) => number) => { Object.defineProperty(HTMLElement.prototype, name, { get, configurable: true }); };
  layout('clientHeight', () => 100);
  layout('offsetHeight', function () { return heightOf(this); });
  layout('scrollHeight', function () { return sum(this.children); });
  layout('offsetTop', function () { return this.dataset.height === undefined ? 0 : sum([...(this.parentElement?.children ?? [])].slice(0, -1)); });
});
afterEach(() => {
  cleanup();
  for (const name of ['clientHeight', 'offsetHeight', 'scrollHeight', 'offsetTop']) Reflect.deleteProperty(HTMLElement.prototype, name);
});

const top = () => screen.getByTestId('box').scrollTop;
const scroll = (to: number) => {
  screen.getByTestId('box').scrollTop = to;
  fireEvent.scroll(screen.getByTestId('box'));
};

test('a box stays at its end as it grows', () => {
  const { rerender } = render(<Box heights={[80, 80]} />);
  expect(top()).toBe(160);
  rerender(<Box heights={[80, 80, 80]} />);
  expect(top()).toBe(240);
});

test('who reads back is left alone, and can go to the newest', () => {
  const { rerender } = render(<Box heights={[80, 80, 80]} />);
  scroll(20);
  rerender(<Box heights={[80, 80, 80, 80]} />);
  expect(top()).toBe(20);
  fireEvent.click(screen.getByText('To the newest'));
  expect(top()).toBe(320);
});

test('what the user adds takes them to the end', () => {
  const { rerender } = render(<Box heights={[80, 80, 80]} />);
  scroll(20);
  rerender(<Box heights={[80, 80, 80, 80]} own={1} />);
  expect(top()).toBe(320);
});

test('of what is higher than the box the beginning is shown', () => {
  const { rerender } = render(<Box heights={[80, 80]} />);
  rerender(<Box heights={[80, 80, 300]} />);
  expect(top()).toBe(160);
});
