import type { Due } from '../../lib/api/types.gen';
import { dayWords, localOf, momentOf, momentWords } from '../../lib/time';

const isDay = (due: Due): boolean => /^\d{4}-\d{2}-\d{2}$/.test(due);

/** dueWords says when something is to be done: "today", "Fri 27 Nov 15:00"; nothing for no date. */
export function dueWords(due: Due | undefined, now: number, zone: string): string {
  if (due === undefined || due === '') return '';
  return isDay(due) ? dayWords(due, localOf(now, zone).day) : momentWords(due, now, zone);
}

/** isToday says that something is to be done on the day that it is in zone. */
export function isToday(due: Due | undefined, now: number, zone: string): boolean {
  const { day } = dueFields(due, zone);
  return day !== '' && day === localOf(now, zone).day;
}

/** isOverdue says that due has passed: a day at its end in zone. */
export function isOverdue(due: Due | undefined, now: number, zone: string): boolean {
  if (due === undefined || due === '') return false;
  return isDay(due) ? due < localOf(now, zone).day : Date.parse(due) < now;
}

/** What a form asks for: a day, and a clock if it is more than a day. Empty is none. */
export interface DueFields {
  day: string;
  clock: string;
}

export function dueFields(due: Due | undefined, zone: string): DueFields {
  if (due === undefined || due === '') return { day: '', clock: '' };
  if (isDay(due)) return { day: due, clock: '' };
  const ms = Date.parse(due);
  return Number.isNaN(ms) ? { day: '', clock: '' } : localOf(ms, zone);
}

/** dueOf is what a form says. A clock without a day counts for nothing. */
export function dueOf({ day, clock }: DueFields, zone: string): Due {
  if (!isDay(day)) return '';
  return clock === '' ? day : momentOf(day, clock, zone);
}
