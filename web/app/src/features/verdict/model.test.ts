import { expect, test } from 'vitest';
import type { CallEvent } from '../../lib/rpc/events';
import { changeWords, direction, judge, spoken, unjudged } from './model';

const checker = (previous: number, progress: number, CTA = ''): CallEvent => ({
  kind: 'checker',
  checker: {
    is_goal_complete: false,
    progress_towards_goal: progress,
    previous_progress_towards_goal: previous,
    is_bad_ending_triggered: false,
    CTA,
  },
});

test('progress and its change come from the finding', () => {
  const up = judge(unjudged, checker(3, 5));
  expect(up).toMatchObject({ progress: 5, change: 2 });
  expect(judge(up, checker(5, 4))).toMatchObject({ progress: 4, change: -1 });
});

test('an empty CTA keeps the banner as it was, equal ones are told apart', () => {
  const once = judge(unjudged, checker(0, 2, 'Go on!'));
  expect(judge(once, checker(2, 2)).cta).toBe(once.cta);
  expect(judge(once, checker(2, 4, 'Go on!')).cta?.count).toBe(2);
});

test('other events move nothing, a new call starts at zero', () => {
  const some = judge(unjudged, checker(0, 2));
  expect(judge(some, { kind: 'reconnecting' })).toBe(some);
  expect(judge(some, { kind: 'begun' })).toEqual(unjudged);
});

test('a change is said in shape and in words', () => {
  expect([2, 0, -1].map(changeWords)).toEqual(['▲ up 2', '', '▼ down 1']);
  expect([2, 0, -1].map(direction)).toEqual(['up', 'same', 'down']);
  expect(spoken(judge(unjudged, checker(3, 5)))).toBe('Progress 5 of 10, up 2');
  expect(spoken(unjudged)).toBe('Progress 0 of 10');
});
