import { language } from './language';

// Days are 2006-01-02, clocks are 15:04, zones are IANA names. Words are the page's.

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  return format;
}

/** ownZone is the browser's. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** zoneOr is zone if the browser knows it, else the browser's own. */
export function zoneOr(zone: string | undefined): string {
  try {
    if (zone !== undefined && zone !== '') formatIn(zone);
    else return ownZone();
    return zone;
  } catch {
    return ownZone();
  }
}

/** A moment by the clocks and calendars of a zone. */
export interface Local {
  day: string;
  clock: string;
}

/** localOf is the moment of ms milliseconds since 1970 in zone. */
export function localOf(ms: number, zone: string): Local {
  const { year, month, day, hour, minute } = partsOf(ms, zone);
  return { day: `${year}-${month}-${day}`, clock: `${hour}:${minute}` };
}

function partsOf(ms: number, zone: string) {
  const parts = Object.fromEntries(formatIn(zone).formatToParts(ms).map(({ type, value }) => [type, value]));
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return { year, month, day, hour, minute, second };
}

/** offsetOf is by how many minutes zone is before UTC at ms. */
function offsetOf(ms: number, zone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(ms, zone);
  return Math.round((Date.UTC(+year, +month - 1, +day, +hour, +minute, +second) - Math.floor(ms / 1000) * 1000) / 60_000);
}

/** momentOf is a clock on a day in zone, in RFC 3339 with the offset. A clock that is skipped in spring is an hour later. */
export function momentOf(day: string, clock: string, zone: string): string {
  const wanted = Date.parse(`${day}T${clock}:00Z`);
  const first = offsetOf(wanted, zone);
  const ms = wanted - offsetOf(wanted - first * 60_000, zone) * 60_000;
  const offset = offsetOf(ms, zone);
  const local = localOf(ms, zone);
  const two = (n: number) => n.toString().padStart(2, '0');
  const size = Math.abs(offset);
  return `${local.day}T${local.clock}:00${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** daysFrom counts the days from one to another. */
export const daysFrom = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** dateWords says a day as a date, in the page's language; English has the day before the month, as on the clock of 24 hours. */
function dateWords(ms: number, options: Intl.DateTimeFormatOptions): string {
  const locale = language() === 'en' ? 'en-GB' : language();
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short', ...options }).format(ms).replace(',', '');
}

/** weekdayWords names a day of the week, 0 for Monday to 6: "Mon". */
export const weekdayWords = (day: number): string => dateWords(Date.UTC(2024, 0, 1 + day), {});

/** dayWords says a day as people do: "today", "tomorrow", "Fri 27 Nov". */
export function dayWords(day: string, today: string): string {
  const ms = Date.parse(day);
  if (Number.isNaN(ms)) return day;
  const days = daysFrom(today, day);
  if (Math.abs(days) <= 1) return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(days, 'day');
  return dateWords(ms, { day: 'numeric', month: 'short', ...(day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }) });
}

/** momentWords says a moment: "today 17:00". */
export function momentWords(moment: string, now: number, zone: string): string {
  const ms = Date.parse(moment);
  if (Number.isNaN(ms)) return moment;
  const { day, clock } = localOf(ms, zone);
  return `${dayWords(day, localOf(now, zone).day)} ${clock}`;
}
