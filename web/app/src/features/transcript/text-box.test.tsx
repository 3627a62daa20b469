import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { MaxChat } from '../../lib/rpc/types.gen';
import { TextBox } from './text-box';

afterEach(cleanup);

function type(text: string): HTMLInputElement {
  const box = screen.getByLabelText<HTMLInputElement>('Type to Sterling');
  fireEvent.change(box, { target: { value: text } });
  const form = box.closest('form');
  if (form !== null) fireEvent.submit(form);
  return box;
}

test('a line is sent once, trimmed, and the box is empty again', () => {
  const say = vi.fn(() => Promise.resolve());
  render(<TextBox botname="Sterling" disabled={false} say={say} />);
  expect(type('  We can measure it.  ').value).toBe('');
  type('   ');
  expect(say.mock.calls).toEqual([['We can measure it.']]);
});

test('a line that could not be sent comes back', async () => {
  render(<TextBox botname="Sterling" disabled={false} say={() => Promise.reject(new Error('closed'))} />);
  const box = type('We can measure it.');
  expect((await screen.findByRole('alert')).textContent).toContain('not sent');
  expect(box.value).toBe('We can measure it.');
});

test('while the line is down nothing is sent', () => {
  const say = vi.fn(() => Promise.resolve());
  render(<TextBox botname="Sterling" disabled say={say} />);
  expect(type('Hello?').value).toBe('Hello?');
  expect(say).not.toHaveBeenCalled();
});

test('a box that is full says so', () => {
  render(<TextBox botname="Sterling" disabled={false} say={() => Promise.resolve()} />);
  const box = screen.getByLabelText<HTMLInputElement>('Type to Sterling');
  fireEvent.change(box, { target: { value: '\u{1F600}'.repeat(box.maxLength / 2 - 1) } });
  expect(screen.queryByRole('status')).toBeNull();
  fireEvent.change(box, { target: { value: '漢'.repeat(box.maxLength) } });
  expect(screen.getByRole('status').textContent).toBe('No more fits into one turn.');
  expect(new TextEncoder().encode(box.value).length).toBeLessThanOrEqual(MaxChat);
});
