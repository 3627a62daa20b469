import type { AssistantCommand, Priority, Task } from '../../lib/api/types.gen';
import { actionOn, type Action, type Outbox } from '../../lib/assistant/outbox';
import { t, type MessageID } from '../../lib/language';
import { listWords } from '../../lib/lists';
import { dueFields, dueOf, isOverdue, isToday, type DueFields } from './due';

/** One task as the list shows it. */
export interface Row {
  task: Task;
  /** number is what the user calls it by, undefined for none. */
  number: number | undefined;
  done: boolean;
  /** soon is what is due today. */
  soon: boolean;
  overdue: boolean;
  /** action is what was asked for and is not seen yet. */
  action: Action | undefined;
}

export interface Rows {
  open: Row[];
  done: Row[];
  /** adding are the tasks that are not stored yet. */
  adding: Action[];
}

const isOpen = (task: Task): boolean => task.status === 'pending' || task.status === 'in_progress';

/** rowsOf puts the open tasks in the order of their numbers and those that are done behind, the newest first. */
export function rowsOf(tasks: readonly Task[], listed: readonly string[], outbox: Outbox, now: number, zone: string): Rows {
  const numbers = new Map(listed.map((id, i) => [id, i + 1]));
  const rows = tasks.map((task): Row => {
    const open = isOpen(task);
    return {
      task, number: numbers.get(task.id), done: !open, soon: isToday(task.dueDate, now, zone),
      overdue: open && isOverdue(task.dueDate, now, zone), action: actionOn(outbox, task.id),
    };
  });
  const last = tasks.length + listed.length;
  const byNumber = (a: Row, b: Row) => (a.number ?? last) - (b.number ?? last);
  const newest = (a: Row, b: Row) => ended(b.task).localeCompare(ended(a.task));
  return {
    open: rows.filter((row) => !row.done).sort(byNumber),
    done: rows.filter((row) => row.done).sort(newest),
    adding: outbox.filter((action) => action.command.type === 'task.add'),
  };
}

const ended = (task: Task): string => task.completedAt ?? task.updatedAt;

/** countWords says how much there is to do: "3 open, 1 overdue". */
export function countWords(open: readonly Row[]): string {
  if (open.length === 0) return t('tasksAllDone');
  const late = open.filter((row) => row.overdue).length;
  return listWords([t('tasksOpen', { n: open.length }), ...(late > 0 ? [t('tasksLate', { n: late })] : [])]);
}

export const priorities = { high: 'priorityHigh', normal: 'priorityNormal', low: 'priorityLow' } as const satisfies Record<Priority, MessageID>;

/** What can be changed of a task in place. */
export interface Fields extends DueFields {
  title: string;
  priority: Priority;
}

export const fieldsOf = (task: Task, zone: string): Fields => ({
  title: task.title, priority: task.priority, ...dueFields(task.dueDate, zone),
});

/** changeOf is the command that makes task what fields say, undefined if it is. */
export function changeOf(task: Task, fields: Fields, zone: string): AssistantCommand | undefined {
  const title = fields.title.trim();
  const due = dueOf(fields, zone);
  const before = fieldsOf(task, zone);
  const command: AssistantCommand = {
    type: 'task.update',
    id: task.id,
    ...(title !== '' && title !== task.title ? { title } : {}),
    ...(fields.day !== before.day || fields.clock !== before.clock ? { dueDate: due } : {}),
    ...(fields.priority !== task.priority ? { priority: fields.priority } : {}),
  };
  return Object.keys(command).length > 2 ? command : undefined;
}

/** addOf is the command that adds what fields say, undefined without a title. */
export function addOf(fields: Fields, zone: string): AssistantCommand | undefined {
  const title = fields.title.trim();
  if (title === '') return undefined;
  const due = dueOf(fields, zone);
  return { type: 'task.add', title, ...(due === '' ? {} : { dueDate: due }), ...(fields.priority === 'normal' ? {} : { priority: fields.priority }) };
}

/** toggleOf is the command that completes a task, or opens it again. */
export const toggleOf = (row: Row): AssistantCommand =>
  row.done ? { type: 'task.update', id: row.task.id, status: 'pending' } : { type: 'task.complete', id: row.task.id };

/** newsOf says in one sentence what has changed between two lists, or nothing. */
export function newsOf(before: readonly Task[], after: readonly Task[]): string {
  const old = new Map(before.map((task) => [task.id, task]));
  const added = after.filter((task) => !old.has(task.id));
  const done = after.filter((task) => !isOpen(task) && isOpen(old.get(task.id) ?? task));
  const ids = new Set(after.map((task) => task.id));
  const gone = before.filter((task) => !ids.has(task.id));
  return [some(added, 'taskWasAdded', 'tasksWereAdded'), some(done, 'taskWasDone', 'tasksWereDone'), some(gone, 'taskWasDeleted', 'tasksWereDeleted')].filter((part) => part !== '').join(' ');
}

function some(tasks: readonly Task[], one: MessageID, many: MessageID): string {
  const [first] = tasks;
  if (first === undefined) return '';
  return tasks.length === 1 ? t(one, { title: first.title }) : t(many, { n: tasks.length });
}
