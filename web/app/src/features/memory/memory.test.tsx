import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importCalendar } from '../../lib/api/assistant';
import { ApiError } from '../../lib/api/client';
import type { Memory } from '../../lib/api/types.gen';
import { fakeCommands } from '../../testing/commands';
import { CalendarImport } from './calendar-import';
import { MemoryDialog } from './memory-dialog';
import { ZoneSetting } from './zone-setting';

vi.mock('../../lib/api/assistant');

const aisle: Memory = {
  id: 'm1', kind: 'preference', category: 'travel', key: 'seat', text: 'Aisle', source: 'inferred', confidence: 0.6, updatedAt: '2026-11-23T09:00:00Z',
};

beforeEach(() => {
  // jsdom knows no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () { this.open = true; };
  HTMLDialogElement.prototype.close = function () { this.open = false; };
});
afterEach(cleanup);

function open(commands = fakeCommands()) {
  const onClose = vi.fn();
  render(<MemoryDialog memories={[aisle]} botname="Vera" commands={commands} onClose={onClose}>more</MemoryDialog>);
  return { commands, onClose };
}
const button = (name: string) => screen.getByRole('button', { name });

test('a memory says what it is, where it is from and how sure that is', () => {
  const { onClose } = open();
  expect(screen.getByRole('dialog', { name: 'What Vera remembers' })).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('travel, seatAisleguessed, fairly sure');
  fireEvent.click(button('Close'));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true })); // Escape
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('a memory is corrected in place, and Escape leaves the form alone', () => {
  const { commands } = open();
  fireEvent.click(button('Correct: Aisle'));
  const field = screen.getByLabelText('What is true');
  fireEvent.change(field, { target: { value: ' Window ' } });
  fireEvent.submit(field);
  expect(commands.send.mock.calls).toEqual([[{ type: 'memory.correct', id: 'm1', text: 'Window' }]]);
  fireEvent.click(button('Correct: Aisle'));
  expect(fireEvent.keyDown(screen.getByLabelText('What is true'), { key: 'Escape' })).toBe(false);
  expect(screen.queryByLabelText('What is true')).toBeNull();
});

test('an erasure is held and can be taken back', () => {
  const { commands } = open();
  fireEvent.click(button('Erase: Aisle'));
  expect(commands.send).toHaveBeenCalledWith({ type: 'memory.erase', id: 'm1' }, 5000);
  cleanup();
  const held = { id: 'a1', command: { type: 'memory.erase', id: 'm1' }, phase: 'held' } as const;
  const { commands: holding } = open(fakeCommands([held]));
  expect(screen.getByText('will be erased')).toBeTruthy();
  fireEvent.click(button('Keep: Aisle'));
  expect(holding.drop).toHaveBeenCalledWith(held);
});

test('the zone is one of the browser’s, and shown as set when the server says so', () => {
  const commands = fakeCommands();
  render(<ZoneSetting zone="Europe/Berlin" commands={commands} />);
  const select = screen.getByLabelText<HTMLSelectElement>('Your time zone');
  expect(select.value).toBe('Europe/Berlin');
  fireEvent.change(select, { target: { value: 'Asia/Tokyo' } });
  expect(commands.send).toHaveBeenCalledWith({ type: 'profile', zone: 'Asia/Tokyo' });
  expect(select.value).toBe('Europe/Berlin');
});

const choose = (file: File) => { fireEvent.change(screen.getByLabelText('Your calendar, as an .ics file'), { target: { files: [file] } }); };

test('a calendar file says what was taken of it and what was not', async () => {
  vi.mocked(importCalendar).mockResolvedValueOnce({ entries: 12, problems: ['An event has no start.'] });
  render(<CalendarImport user="secret" />);
  const file = new File(['BEGIN:VCALENDAR'], 'work.ics');
  choose(file);
  expect(await screen.findByText('12 entries were taken, one could not be:')).toBeTruthy();
  expect(screen.getByText('An event has no start.')).toBeTruthy();
  expect(importCalendar).toHaveBeenCalledWith('secret', file);
});

test('a file that is refused says why', async () => {
  vi.mocked(importCalendar).mockRejectedValueOnce(new ApiError('The file is too large.', undefined, undefined, 413));
  render(<CalendarImport user="secret" />);
  choose(new File(['x'], 'huge.ics'));
  expect(await screen.findByText('The file is too large.')).toBeTruthy();
});
