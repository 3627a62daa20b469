import { expect, test } from 'vitest';
import type { Reminder } from '../../lib/api/types.gen';
import { firedOf, lateWords, repeatWords, upcomingOf, whenWords } from './model';

const now = Date.parse('2026-11-23T12:00:00Z');
const reminder = (id: string, some: Partial<Reminder>): Reminder => ({ id, text: id, at: '2026-11-23T17:00:00Z', status: 'scheduled', ...some });

test('those that are due wait to be seen, those to come stand by their time', () => {
  const all = [
    reminder('later', { at: '2026-11-24T09:00:00Z' }),
    reminder('soon', {}),
    reminder('told', { status: 'told', at: '2026-11-22T09:00:00Z' }),
    reminder('fired', { status: 'fired', at: '2026-11-23T11:59:00Z', firedAt: '2026-11-23T11:59:01Z' }),
    reminder('daily', { status: 'fired', at: '2026-11-24T08:00:00Z', firedAt: '2026-11-23T08:00:00Z', rule: 'FREQ=DAILY' }),
  ];
  expect(firedOf(all).map((one) => one.id)).toEqual(['daily', 'fired']);
  expect(upcomingOf(all, now).map((one) => one.id)).toEqual(['soon', 'daily', 'later']);
});

test.each([
  [undefined, ''],
  ['', ''],
  ['FREQ=DAILY', 'every day'],
  ['FREQ=WEEKLY;BYDAY=MO,TU', 'every Mon, Tue'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO', 'every 2 weeks'],
  ['FREQ=MONTHLY;BYDAY=1MO', 'every month'],
  ['FREQ=YEARLY', 'every year'],
  ['FREQ=SECONDLY', 'repeated'],
  ['nonsense', 'repeated'],
])('rule %s is "%s"', (rule, words) => {
  expect(repeatWords(rule)).toBe(words);
});

test('when it is told goes by the zone', () => {
  expect(whenWords(reminder('r', {}), now, 'Europe/Berlin')).toBe('today 18:00');
  expect(whenWords(reminder('r', { rule: 'FREQ=DAILY' }), now, 'Asia/Tokyo')).toBe('tomorrow 02:00, every day');
});

test.each([[undefined, ''], [0, ''], [20, 'missed by 1 min'], [600, 'missed by 10 min'], [7200, 'missed by 2 h'], [260_000, 'missed by 3 days']])(
  'late by %s s is "%s"', (missedBy, words) => {
    expect(lateWords(reminder('r', missedBy === undefined ? {} : { missedBy }))).toBe(words);
  });
