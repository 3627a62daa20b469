import { expect, test } from 'vitest';
import type { Memory } from '../../lib/api/types.gen';
import { groupsOf, importedWords, knownZones, nameWords, sourceWords, zonesOf } from './model';

const memory = (id: string, some: Partial<Memory>): Memory => ({
  id, kind: 'fact', text: id, source: 'explicit', confidence: 1, updatedAt: '2026-11-23T09:00:00Z', ...some,
});

test('memories stand by kind, the newest first, without empty parts', () => {
  const groups = groupsOf([
    memory('older', {}), memory('aisle', { kind: 'preference' }), memory('newer', { updatedAt: '2026-11-23T10:00:00Z' }),
  ]);
  expect(groups.map(({ title, memories }) => [title, memories.map((m) => m.id)])).toEqual([
    ['What you like', ['aisle']],
    ['About you', ['newer', 'older']],
  ]);
  expect(groupsOf([])).toEqual([]);
});

test.each([
  ['fact', 'explicit', 1, 'you said so'],
  ['episode', 'explicit', 1, ''],
  ['preference', 'inferred', 0.9, 'guessed, quite sure'],
  ['fact', 'inferred', 0.85, 'guessed, quite sure'],
  ['episode', 'inferred', 0.5, 'guessed, fairly sure'],
  ['fact', 'inferred', 0.2, 'guessed, not sure'],
] as const)('a %s that is %s with %s is "%s"', (kind, source, confidence, words) => {
  expect(sourceWords({ kind, source, confidence })).toBe(words);
});

test('a preference has a name', () => {
  expect(nameWords({ category: 'travel', key: 'cabin_class' })).toBe('travel, cabin class');
  expect([nameWords({ category: 'travel' }), nameWords({})]).toEqual(['travel', '']);
});

test('the user’s zone is among those to choose from, whatever the browser knows', () => {
  expect(zonesOf('Europe/Berlin', ['UTC', 'Europe/Berlin'])).toEqual(['UTC', 'Europe/Berlin']);
  expect(zonesOf('Mars/Base', ['UTC'])).toEqual(['Mars/Base', 'UTC']);
  expect(knownZones()).toContain('Europe/Berlin');
});

test.each([
  [0, 0, '0 entries were taken.'],
  [1, 0, '1 entry was taken.'],
  [12, 1, '12 entries were taken, one could not be:'],
  [12, 3, '12 entries were taken, 3 could not be:'],
])('%i entries and %i problems: "%s"', (entries, problems, words) => {
  expect(importedWords(entries, problems)).toBe(words);
});
