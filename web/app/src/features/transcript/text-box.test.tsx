import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
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
