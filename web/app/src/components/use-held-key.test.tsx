import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdMark, useHeldKey } from './use-held-key';

const happened: string[] = [];
beforeEach(() => { happened.length = 0; });
afterEach(cleanup);

function Probe({ on = true }: { on?: boolean }) {
  useHeldKey(on, {
    onDown: () => happened.push('down'),
    onUp: () => happened.push('up'),
    onCancel: () => happened.push('cancel'),
  });
  return (
    <>
      <input aria-label="text" />
      <button type="button">other</button>
      <button type="button" {...{ [holdMark]: '' }}>own</button>
    </>
  );
}

const space = { key: ' ' };

test('the space bar is held until let go', () => {
  render(<Probe />);
  expect(fireEvent.keyDown(window, space)).toBe(false); // the page does not scroll
  fireEvent.keyDown(window, { ...space, repeat: true });
  fireEvent.keyDown(screen.getByText('own'), { ...space, repeat: true });
  expect(happened).toEqual(['down']);
  fireEvent.keyUp(window, space);
  fireEvent.keyUp(window, space);
  expect(happened).toEqual(['down', 'up']);
});

test('whatever has a use for the space bar keeps it', () => {
  render(<Probe />);
  fireEvent.keyDown(screen.getByLabelText('text'), space);
  fireEvent.keyDown(screen.getByText('other'), space);
  fireEvent.keyDown(window, { ...space, ctrlKey: true });
  expect(happened).toEqual([]);
  fireEvent.keyDown(screen.getByText('own'), space);
  expect(happened).toEqual(['down']);
});

test('Escape takes it back and letting go then does nothing', () => {
  render(<Probe />);
  fireEvent.keyDown(window, space);
  fireEvent.keyDown(window, { key: 'Escape' });
  fireEvent.keyUp(window, space);
  expect(happened).toEqual(['down', 'cancel']);
});

test('a window that loses the keyboard lets go', () => {
  const { rerender, unmount } = render(<Probe />);
  fireEvent.keyDown(window, space);
  fireEvent.blur(window);
  fireEvent.keyUp(window, space);
  expect(happened).toEqual(['down', 'up']);
  fireEvent.keyDown(window, space);
  rerender(<Probe on={false} />);
  expect(happened.slice(2)).toEqual(['down', 'up']);
  fireEvent.keyDown(window, space);
  unmount();
  expect(happened).toHaveLength(4);
});
