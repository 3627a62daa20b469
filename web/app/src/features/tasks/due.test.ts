import { expect, test } from 'vitest';
import { dueFields, dueOf, dueWords, isOverdue } from './due';

const now = Date.parse('2026-11-23T23:30:00Z'); // half past midnight in Berlin, half past six in the evening in New York
const berlin = 'Europe/Berlin';
const newYork = 'America/New_York';

test.each([
  ['2026-11-23', berlin, 'yesterday', true],
  ['2026-11-23', newYork, 'today', false],
  ['2026-11-24', berlin, 'today', false],
  ['2026-11-24', newYork, 'tomorrow', false],
  ['2026-11-27', berlin, 'Fri 27 Nov', false],
  ['2026-11-24T00:29:00+01:00', berlin, 'today 00:29', true],
  ['2026-11-24T00:31:00+01:00', berlin, 'today 00:31', false],
  ['2026-11-24T00:31:00+01:00', newYork, 'today 18:31', false],
  ['', berlin, '', false],
  [undefined, berlin, '', false],
])('%s in %s is "%s", overdue: %s', (due, zone, words, overdue) => {
  expect(dueWords(due, now, zone)).toBe(words);
  expect(isOverdue(due, now, zone)).toBe(overdue);
});

test.each([
  ['2026-11-27', { day: '2026-11-27', clock: '' }],
  ['2026-11-27T15:00:00+01:00', { day: '2026-11-27', clock: '15:00' }],
  ['', { day: '', clock: '' }],
])('%s goes into a form and comes out the same', (due, fields) => {
  expect(dueFields(due, berlin)).toEqual(fields);
  expect(dueOf(fields, berlin)).toBe(due);
});

test('a moment is edited by the clocks of the zone; half a form counts for nothing', () => {
  expect(dueFields('2026-11-27T15:00:00+01:00', newYork)).toEqual({ day: '2026-11-27', clock: '09:00' });
  expect(dueOf({ day: '', clock: '15:00' }, berlin)).toBe('');
  expect(dueOf({ day: '2026-1', clock: '' }, berlin)).toBe('');
  expect(dueFields('soon', berlin)).toEqual({ day: '', clock: '' });
});
