import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Task } from '../../lib/api/types.gen';
import type { Action } from '../../lib/assistant/outbox';
import { task } from '../../testing/assistant';
import { fakeCommands, lessMotion } from '../../testing/commands';
import { TaskList } from './task-list';

const zone = 'Europe/Berlin';
const milk = task('t1', 'Buy milk', { dueDate: '2026-11-24' });
const report = task('t2', 'Send the report', { dueDate: '2026-11-20', priority: 'high' });
const rent = task('t3', 'Pay rent', { status: 'completed', completedAt: '2026-11-22T09:00:00Z' });

beforeEach(() => {
  lessMotion();
  Element.prototype.scrollIntoView = () => undefined;
  vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(tasks: Task[], commands = fakeCommands(), listed = tasks.map((t) => t.id)) {
  const list = (now: Task[], with_ = commands, ids = listed) => <TaskList tasks={now} listed={ids} zone={zone} botname="Vera" commands={with_} />;
  const view = render(list(tasks));
  return { commands, update: (now: Task[], with_ = commands, ids = listed) => { view.rerender(list(now, with_, ids)); } };
}
const row = (name: RegExp | string) => within(screen.getByText(name, { selector: 'li *' }).closest('li') ?? document.body);
const drawn = () => document.querySelectorAll('input[type=checkbox]').length;
const button = (name: string) => screen.getByRole('button', { name });

test('a task shows its number, its date in words, and what matters not by colour alone', () => {
  show([milk, report, rent], undefined, ['t2', '', 't1']);
  expect(screen.getAllByRole('listitem').map((li) => li.textContent)).toEqual([
    'Task 1Send the reportOverdue: Fri 20 Nov', 'Task 3Buy milktomorrow', 'Done 1', 'Pay rent',
  ]);
  expect(row('Send the report').getByRole('img', { name: 'High priority' })).toBeTruthy();
  expect(screen.getByText('2 open, 1 overdue')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Open again: Pay rent' }).checked).toBe(true);
});

test('a click asks the server, and the task is done when it says so', () => {
  const { commands, update } = show([milk]);
  const check = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Complete: Buy milk' });
  fireEvent.click(check);
  expect(commands.send).toHaveBeenCalledWith({ type: 'task.complete', id: 't1' });
  expect(check.checked).toBe(false);
  const saving: Action = { id: 'a1', command: { type: 'task.complete', id: 't1' }, phase: 'saving' };
  const busy = fakeCommands([saving]);
  update([milk], busy);
  expect(row('Buy milk').getByText('Saving…')).toBeTruthy();
  fireEvent.click(check);
  expect(busy.send).not.toHaveBeenCalled();
  update([{ ...milk, status: 'completed' }]);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Open again: Buy milk' }).checked).toBe(true);
  expect(screen.getAllByRole('status').map((el) => el.textContent)).toContain('Task done: Buy milk.');
});

test('what could not be saved says why and can be tried again', () => {
  const failed: Action = { id: 'a1', command: { type: 'task.complete', id: 't1' }, phase: 'failed', reason: 'Parley does not answer.' };
  const { commands } = show([milk], fakeCommands([failed]));
  expect(screen.getByRole('alert').textContent).toContain('Not saved. Parley does not answer.');
  fireEvent.click(button('Try again'));
  fireEvent.click(button('Leave it'));
  expect([commands.again.mock.calls, commands.drop.mock.calls]).toEqual([[[failed]], [[failed]]]);
});

test('a deletion is held for 5 s and can be undone in the row and in the toast', () => {
  const { commands, update } = show([milk]);
  fireEvent.click(button('Delete: Buy milk'));
  expect(commands.send).toHaveBeenCalledWith({ type: 'task.delete', id: 't1' }, 5000);
  const held: Action = { id: 'a1', command: { type: 'task.delete', id: 't1' }, phase: 'held' };
  const holding = fakeCommands([held]);
  update([milk], holding);
  expect(screen.getByText('Deleting “Buy milk”')).toBeTruthy();
  fireEvent.click(button('Undo'));
  fireEvent.click(button('Keep: Buy milk'));
  expect(holding.drop.mock.calls).toEqual([[held], [held]]);
});

test('title and date are edited in place; Escape changes nothing', () => {
  const { commands } = show([milk]);
  fireEvent.click(button('Edit: Buy milk'));
  fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'Escape' });
  expect(screen.queryByLabelText('Title')).toBeNull();
  fireEvent.click(button('Edit: Buy milk'));
  const form = within(screen.getByRole('form', { name: 'Edit: Buy milk' }));
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Buy oat milk' } });
  fireEvent.change(form.getByLabelText('Due'), { target: { value: '2026-11-27' } });
  fireEvent.change(form.getByLabelText('At'), { target: { value: '15:00' } });
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(commands.send.mock.calls).toEqual([[{ type: 'task.update', id: 't1', title: 'Buy oat milk', dueDate: '2026-11-27T15:00:00+01:00' }]]);
  expect(screen.queryByRole('form', { name: 'Edit: Buy milk' })).toBeNull();
});

test('a task is added by its title, and is there as soon as it is asked for', () => {
  const { commands, update } = show([]);
  expect(screen.getByText(/Nothing to do yet/)).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>('New task');
  expect(screen.queryByLabelText('Due')).toBeNull();
  fireEvent.change(field, { target: { value: ' Call Ann ' } });
  fireEvent.change(screen.getByLabelText('Priority'), { target: { value: 'high' } });
  fireEvent.submit(field);
  expect(commands.send.mock.calls).toEqual([[{ type: 'task.add', title: 'Call Ann', priority: 'high' }]]);
  expect(field.value).toBe('');
  update([], fakeCommands([{ id: 'a1', command: { type: 'task.add', title: 'Call Ann' }, phase: 'saving' }]));
  expect(row('Call Ann').getByText('Saving…')).toBeTruthy();
});

test('of a thousand tasks a hundred are drawn, and more on demand', () => {
  show(Array.from({ length: 1000 }, (_, i) => task(`t${i}`, `Task no. ${i}`)));
  expect(drawn()).toBe(100);
  fireEvent.click(screen.getByText('Show more (900 left)'));
  expect(drawn()).toBe(200);
});

test('of what is done a few are drawn', () => {
  show(Array.from({ length: 30 }, (_, i) => task(`t${i}`, `Done ${i}`, { status: 'completed', completedAt: `2026-11-${10 + (i % 10)}T09:00:00Z` })));
  expect(drawn()).toBe(5);
  fireEvent.click(screen.getByText('Show more that is done'));
  expect(drawn()).toBe(30);
});

test('the keyboard stays in the list: on a row that moves, and on the next when one goes', () => {
  const { update } = show([milk, report]);
  screen.getByRole('checkbox', { name: 'Complete: Buy milk' }).focus();
  update([{ ...milk, status: 'completed' }, report]);
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Open again: Buy milk' }));
  button('Delete: Send the report').focus();
  update([{ ...milk, status: 'completed' }]);
  expect(document.activeElement).toBe(button('Delete: Buy milk'));
  update([]);
  expect(document.activeElement).toBe(screen.getByLabelText('New task'));
});

test('every control has a name of its own', () => {
  show([milk, report]);
  const names = [...screen.getAllByRole('button'), ...screen.getAllByRole('checkbox')].map((el) => el.getAttribute('aria-label') ?? el.textContent);
  expect(names).not.toContain('');
  expect(new Set(names).size).toBe(names.length);
});
