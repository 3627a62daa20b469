import type { Reminder } from '../../lib/api/types.gen';
import { momentWords } from '../../lib/time';

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
  return momentWords(reminder.at, now, zone) + (repeat === '' ? '' : `, ${repeat}`);
}

/** lateWords says that a reminder was missed, and by how much. */
export function lateWords({ missedBy = 0 }: Reminder): string {
  if (missedBy <= 0) return '';
  const minutes = Math.round(missedBy / 60);
  if (minutes < 60) return `missed by ${Math.max(1, minutes)} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `missed by ${hours} h` : `missed by ${Math.round(hours / 24)} days`;
}

const days: Record<string, string> = { MO: 'Mon', TU: 'Tue', WE: 'Wed', TH: 'Thu', FR: 'Fri', SA: 'Sat', SU: 'Sun' };
const units: Record<string, string> = { MINUTELY: 'minute', HOURLY: 'hour', DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' };

/** repeatWords says a recurrence rule (RFC 5545): "every Mon, Tue", "every 2 weeks"; nothing without one. */
export function repeatWords(rule: string | undefined): string {
  if (rule === undefined || rule === '') return '';
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string | undefined]));
  const unit = units[parts.get('FREQ') ?? ''];
  if (unit === undefined) return 'repeated';
  const every = Number(parts.get('INTERVAL') ?? '1');
  const on = (parts.get('BYDAY') ?? '').split(',').map((day) => days[day.slice(-2)]).filter((day) => day !== undefined);
  if (on.join() === 'Mon,Tue,Wed,Thu,Fri' && every === 1) return 'every weekday';
  if (on.length > 0 && on.length < 7 && unit === 'week' && every === 1) return `every ${on.join(', ')}`;
  return every > 1 ? `every ${every} ${unit}s` : `every ${unit}`;
}
