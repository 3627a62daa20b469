import { expect, test } from 'vitest';
import type { Attempt } from '../../lib/api/calls.gen';
import '../../testing/messages';
import { sterling, vera } from '../../testing/scenario';
import { beforeOf, proposed, sparkOf } from './model';

const attempt = (call: string, curve: Attempt['summary']['curve'], parent?: string): Attempt => ({
  number: 1,
  summary: {
    call, curve, scene: 'x', began: '2026-11-27T10:00:00Z', seconds: 1, progress: 0, exchanges: 0, hints: 0, bytes: 0, events: 0,
    ...(parent === undefined ? {} : { from: { call: parent, turn: 2 } }),
  },
});

test('the way a fork came is that of all it goes on from, up to where it parts', () => {
  const first = attempt('a', [{ t: 0, y: 0 }, { t: 10, y: 3 }, { t: 30, y: 1 }]);
  const fork = attempt('b', [{ t: 20, y: 3 }, { t: 40, y: 5 }], 'a');
  const again = attempt('c', [{ t: 40, y: 5 }, { t: 50, y: 9 }], 'b');
  const all = [first, fork, again];
  expect(beforeOf(first, all)).toEqual([]);
  expect(beforeOf(again, all)).toEqual([{ t: 0, y: 0 }, { t: 10, y: 3 }, { t: 20, y: 3 }, { t: 20, y: 3 }, { t: 40, y: 5 }]);
  expect(beforeOf(again, [again])).toEqual([]);
});

test('attempts that go on from each other, as an archive may tell, have an end', () => {
  const [a, b] = [attempt('a', [{ t: 5, y: 1 }], 'b'), attempt('b', [{ t: 5, y: 1 }], 'a')];
  expect(beforeOf(a, [a, b])).toEqual([{ t: 5, y: 1 }]);
  const self = attempt('s', [{ t: 5, y: 1 }], 's');
  expect(beforeOf(self, [self])).toEqual([]);
  expect(beforeOf(attempt('e', [], 'a'), [a, b])).toEqual([]);
});

test.each<[string, (number | undefined)[], string, string]>([
  ['rising, with a gap', [1, 3, undefined, 2], 'M0 100h0L33 0M100 50h0', 'M0 100h0M33 0h0M100 50h0'],
  ['all alike', [2, 2], 'M0 50h0L100 50', 'M0 50h0M100 50h0'],
  ['one', [7], 'M50 50h0', 'M50 50h0'],
  ['none', [undefined, undefined], '', ''],
])('a spark of values that are %s', (_, values, line, dots) => {
  expect([sparkOf(values), sparkOf(values, true)]).toEqual([line, dots]);
});

test('who begins is led to the easiest scene of their language that can be played', () => {
  const german = { ...sterling, id: 'german', language: 'de-AT', difficulty: 5 };
  const easy = { ...sterling, id: 'easy', difficulty: 1 };
  const mute = { ...sterling, id: 'mute', difficulty: 1, unplayable: { code: 'needs_model', text_way: true } as const };
  expect(proposed([sterling, german, vera, mute, easy], 'en')?.id).toBe('easy');
  expect(proposed([sterling, german], 'de')?.id).toBe('german');
  expect(proposed([sterling, german], 'fr')?.id).toBe(sterling.id);
  expect(proposed([vera, mute], 'en')).toBeUndefined();
});
