import { expect, test } from 'vitest';
import { daysFrom, dayWords, localOf, momentOf, momentWords, ownZone, zoneOr } from './time';

test.each([
  ['2026-11-23', 'today'],
  ['2026-11-24', 'tomorrow'],
  ['2026-11-22', 'yesterday'],
  ['2026-11-27', 'Fri 27 Nov'],
  ['2026-11-16', 'Mon 16 Nov'],
  ['2027-01-08', 'Fri 8 Jan 2027'],
  ['someday', 'someday'],
])('from Monday 23 November 2026, %s is %s', (day, words) => {
  expect(dayWords(day, '2026-11-23')).toBe(words);
});

const now = Date.parse('2026-11-23T23:30:00Z');

test.each([
  ['Europe/Berlin', '2026-11-24', '00:30'],
  ['America/New_York', '2026-11-23', '18:30'],
  ['Asia/Kolkata', '2026-11-24', '05:00'],
  ['Pacific/Kiritimati', '2026-11-24', '13:30'],
  ['UTC', '2026-11-23', '23:30'],
])('at the same moment it is in %s %s %s', (zone, day, clock) => {
  expect(localOf(now, zone)).toEqual({ day, clock });
});

test('a moment is said by the clocks of the zone', () => {
  expect(momentWords('2026-11-24T08:00:00Z', now, 'Europe/Berlin')).toBe('today 09:00');
  expect(momentWords('2026-11-24T08:00:00Z', now, 'America/New_York')).toBe('tomorrow 03:00');
  expect(momentWords('2026-11-27T23:30:00+01:00', now, 'Europe/Berlin')).toBe('Fri 27 Nov 23:30');
  expect(momentWords('later', now, 'UTC')).toBe('later');
});

test.each([
  ['2026-11-27', '15:00', 'Europe/Berlin', '2026-11-27T15:00:00+01:00'],
  ['2026-07-01', '00:00', 'Europe/Berlin', '2026-07-01T00:00:00+02:00'],
  ['2026-03-28', '23:59', 'America/New_York', '2026-03-28T23:59:00-04:00'],
  ['2026-11-27', '09:00', 'Asia/Kolkata', '2026-11-27T09:00:00+05:30'],
  ['2026-11-27', '09:00', 'UTC', '2026-11-27T09:00:00+00:00'],
  ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T03:30:00+02:00'], // skipped
  ['2026-10-25', '12:00', 'Europe/Berlin', '2026-10-25T12:00:00+01:00'], // the day the clocks change
])('%s %s in %s is %s', (day, clock, zone, moment) => {
  expect(momentOf(day, clock, zone)).toBe(moment);
});

test('days are counted over a change of the clocks', () => {
  expect(daysFrom('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysFrom('2026-10-26', '2026-10-24')).toBe(-2);
});

test('a zone the browser does not know is its own', () => {
  expect(zoneOr('Europe/Berlin')).toBe('Europe/Berlin');
  expect([zoneOr(''), zoneOr(undefined), zoneOr('Mars/Base')]).toEqual([ownZone(), ownZone(), ownZone()]);
});
