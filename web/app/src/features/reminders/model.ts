import type { Reminder } from '../../lib/api/types.gen';
import { t, type MessageID } from '../../lib/language';
import { listWords } from '../../lib/lists';
import { momentWords, weekdayWords } from '../../lib/time';

const byTime = (a: Reminder, b: Reminder) => Date.parse(a.at) - Date.parse(b.at);

/** firedOf are those that are due and that the user has not seen, the oldest first. */
export const firedOf = (reminders: readonly Reminder[]): Reminder[] =>
  reminders.filter((reminder) => reminder.status === 'fired').sort((a, b) => Date.parse(a.firedAt ?? a.at) - Date.parse(b.firedAt ?? b.at));

/** upcomingOf are those that are still to come, the next first. */
export const upcomingOf = (reminders: readonly Reminder[], now: number): Reminder[] =>
  reminders.filter((one) => one.status === 'scheduled' || (isRepeated(one) && Date.parse(one.at) > now)).sort(byTime);

const isRepeated = ({ rule = '' }: Reminder): boolean => rule !== '';

/** whenWords says when a reminder is told, and how it repeats. */
export function whenWords(reminder: Reminder, now: number, zone: string): string {
  const repeat = repeatWords(reminder.rule);
  return [momentWords(reminder.at, now, zone), repeat].filter((words) => words !== '').join(', ');
}

/** lateWords says that a reminder was missed, and by how much. */
export function lateWords({ missedBy = 0 }: Reminder): string {
  if (missedBy <= 0) return '';
  const minutes = Math.round(missedBy / 60);
  if (minutes < 60) return t('missedMinutes', { n: Math.max(1, minutes) });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? t('missedHours', { n: hours }) : t('missedDays', { n: Math.round(hours / 24) });
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const units: Readonly<Partial<Record<string, MessageID>>> = {
  MINUTELY: 'everyMinute', HOURLY: 'everyHour', DAILY: 'everyDay', WEEKLY: 'everyWeek', MONTHLY: 'everyMonth', YEARLY: 'everyYear',
};

/** repeatWords says a recurrence rule (RFC 5545): "every Mon, Tue", "every 2 weeks"; nothing without one. */
export function repeatWords(rule: string | undefined): string {
  if (rule === undefined || rule === '') return '';
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string | undefined]));
  const unit = units[parts.get('FREQ') ?? ''];
  if (unit === undefined) return t('repeated');
  const n = Number(parts.get('INTERVAL') ?? '1');
  const on = (parts.get('BYDAY') ?? '').split(',').map((day) => weekdays.indexOf(day.slice(-2))).filter((day) => day >= 0);
  if (on.join() === '0,1,2,3,4' && n === 1) return t('everyWeekday');
  if (on.length > 0 && on.length < 7 && unit === 'everyWeek' && n === 1) return t('everyOn', { days: listWords(on.map(weekdayWords)) });
  return t(unit, { n });
}
