import { expect, test } from 'vitest';
import type { Outbox } from '../../lib/assistant/outbox';
import { task } from '../../testing/assistant';
import { addOf, changeOf, countWords, fieldsOf, newsOf, rowsOf, toggleOf } from './model';

const now = Date.parse('2026-11-23T12:00:00Z');
const zone = 'Europe/Berlin';
const rows = (tasks: Parameters<typeof rowsOf>[0], listed: string[] = [], outbox: Outbox = []) => rowsOf(tasks, listed, outbox, now, zone);

const milk = task('t1', 'Buy milk');
const bread = task('t2', 'Buy bread', { dueDate: '2026-11-20' });
const ann = task('t3', 'Call Ann', { status: 'in_progress', dueDate: '2026-11-23T15:00:00+01:00' });
const old = task('t4', 'Old', { status: 'completed', completedAt: '2026-11-20T09:00:00Z', dueDate: '2026-11-01' });
const older = task('t5', 'Older', { status: 'cancelled', updatedAt: '2026-11-19T09:00:00Z' });

test('numbers are places in what was listed; a place that is empty is kept', () => {
  const { open } = rows([milk, bread, ann], ['t2', '', 't1']);
  expect(open.map((row) => [row.number, row.task.title])).toEqual([[1, 'Buy bread'], [3, 'Buy milk'], [undefined, 'Call Ann']]);
});

test('without a listing nothing has a number and the order is that of the making', () => {
  expect(rows([milk, bread]).open.map((row) => row.number)).toEqual([undefined, undefined]);
  expect(rows([milk, bread]).open.map((row) => row.task.id)).toEqual(['t1', 't2']);
});

test('what is done stands behind, the newest first, and is never overdue', () => {
  const { open, done } = rows([older, old, milk], ['t4']);
  expect(open.map((row) => row.task.id)).toEqual(['t1']);
  expect(done.map((row) => [row.task.id, row.number, row.overdue])).toEqual([['t4', 1, false], ['t5', undefined, false]]);
});

test('due and overdue go by the zone', () => {
  expect(rows([bread, ann]).open.map((row) => [row.soon, row.overdue])).toEqual([[false, true], [true, false]]);
  expect(countWords(rows([bread, ann]).open)).toBe('2 open, 1 overdue');
  expect(countWords(rows([milk]).open)).toBe('1 open');
  expect(countWords([])).toBe('all done');
});

test('a row shows the newest action on it, and what is added has rows of its own', () => {
  const outbox: Outbox = [
    { id: 'a', command: { type: 'task.complete', id: 't1' }, phase: 'failed', reason: 'No.' },
    { id: 'b', command: { type: 'task.complete', id: 't1' }, phase: 'saving' },
    { id: 'c', command: { type: 'task.add', title: 'New' }, phase: 'saving' },
  ];
  const { open, adding } = rows([milk, bread], [], outbox);
  expect(open.map((row) => row.action?.id)).toEqual(['b', undefined]);
  expect(open[0]?.done).toBe(false); // until the server has said so
  expect(adding.map((action) => action.id)).toEqual(['c']);
});

test('an edit sends what it changes and nothing else', () => {
  const same = fieldsOf(ann, zone);
  expect(same).toEqual({ title: 'Call Ann', priority: 'normal', day: '2026-11-23', clock: '15:00' });
  expect(changeOf(ann, same, zone)).toBeUndefined();
  expect(changeOf(ann, { ...same, title: '  ' }, zone)).toBeUndefined();
  expect(changeOf(ann, { ...same, title: ' Call Bea ' }, zone)).toEqual({ type: 'task.update', id: 't3', title: 'Call Bea' });
  expect(changeOf(ann, { ...same, day: '', clock: '' }, zone)).toEqual({ type: 'task.update', id: 't3', dueDate: '' });
  expect(changeOf(ann, { ...same, clock: '16:30', priority: 'high' }, zone))
    .toEqual({ type: 'task.update', id: 't3', dueDate: '2026-11-23T16:30:00+01:00', priority: 'high' });
});

test('a new task needs a title alone', () => {
  const none = { title: ' ', day: '', clock: '', priority: 'normal' } as const;
  expect(addOf(none, zone)).toBeUndefined();
  expect(addOf({ ...none, title: ' Buy milk ' }, zone)).toEqual({ type: 'task.add', title: 'Buy milk' });
  expect(addOf({ ...none, title: 'Buy milk', day: '2026-11-24', priority: 'low' }, zone))
    .toEqual({ type: 'task.add', title: 'Buy milk', dueDate: '2026-11-24', priority: 'low' });
});

test('a click completes and a second one opens again', () => {
  const { open, done } = rows([milk, old]);
  expect([...open, ...done].map(toggleOf)).toEqual([
    { type: 'task.complete', id: 't1' },
    { type: 'task.update', id: 't4', status: 'pending' },
  ]);
});

test('news is one sentence for each kind of change', () => {
  expect(newsOf([], [])).toBe('');
  expect(newsOf([milk], [milk, bread])).toBe('Task added: Buy bread.');
  expect(newsOf([milk, bread, ann], [{ ...milk, status: 'completed' }, task('t8', 'A'), task('t9', 'B')]))
    .toBe('2 tasks added. Task done: Buy milk. 2 tasks deleted.');
  expect(newsOf([old], [{ ...old, status: 'pending' }])).toBe('');
});
