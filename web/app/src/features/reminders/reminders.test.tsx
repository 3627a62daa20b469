import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Reminder } from '../../lib/api/types.gen';
import { fakeCommands } from '../../testing/commands';
import { FiredReminder } from './fired-reminder';
import { ReminderList } from './reminder-list';

afterEach(cleanup);

const now = Date.parse('2026-11-23T12:00:00Z');
const plants: Reminder = { id: 'r1', text: 'Water the plants', at: '2026-11-24T17:00:00Z', status: 'scheduled', rule: 'FREQ=WEEKLY;BYDAY=TU' };

test('a reminder that is due stays until the user has got it', () => {
  const commands = fakeCommands();
  const fired: Reminder = { ...plants, status: 'fired', missedBy: 7200 };
  const { rerender } = render(<FiredReminder reminder={fired} commands={commands} />);
  expect(screen.getByRole('status').textContent).toBe('Water the plants missed by 2 h');
  fireEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(commands.send).toHaveBeenCalledWith({ type: 'reminder.seen', id: 'r1' });
  rerender(<FiredReminder reminder={fired} commands={fakeCommands([{ id: 'a1', command: { type: 'reminder.seen', id: 'r1' }, phase: 'saving' }])} />);
  expect(screen.getByText('Saving…')).toBeTruthy();
});

test('what is to come says when, and can be cancelled', () => {
  const commands = fakeCommands();
  render(<ReminderList reminders={[plants]} now={now} zone="Europe/Berlin" commands={commands} />);
  expect(screen.getByRole('listitem').textContent).toBe('Water the plantstomorrow 18:00, every Tue');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel the reminder: Water the plants' }));
  expect(commands.send).toHaveBeenCalledWith({ type: 'reminder.cancel', id: 'r1' });
});

test('without reminders there is no list', () => {
  const { container } = render(<ReminderList reminders={[{ ...plants, rule: '', status: 'told' }]} now={now} zone="UTC" commands={fakeCommands()} />);
  expect(container.textContent).toBe('');
});
