import { expect, test } from 'vitest';
import { callReducer, newCall } from './use-call-state';

const begun = callReducer(newCall, { kind: 'begun' });

test('a verdict and a caption that come before the screen is drawn are kept', () => {
  const early = [
    { kind: 'caption', segment: 'c1', role: 'character', text: 'So,', final: false },
    {
      kind: 'checker',
      checker: {
        is_goal_complete: false, progress_towards_goal: 2, previous_progress_towards_goal: 0,
        is_bad_ending_triggered: false, CTA: 'Go on!',
      },
    },
  ] as const;
  const state = early.reduce(callReducer, begun);
  expect(state.transcript).toHaveLength(1);
  expect(state.verdict.progress).toBe(2);
});

test('a new call starts clean', () => {
  const busy = callReducer(begun, { kind: 'caption', segment: 'c1', role: 'character', text: 'So,', final: true });
  expect(callReducer(busy, { kind: 'begun' })).toEqual(begun);
});

test('a call that begins anew says so, and scores from 0', () => {
  const talking = callReducer(begun, { kind: 'agent', identity: 'a', state: 'speaking' });
  const scored = callReducer(talking, {
    kind: 'checker',
    checker: {
      is_goal_complete: false, progress_towards_goal: 6, previous_progress_towards_goal: 4, is_bad_ending_triggered: false, CTA: '',
    },
  });
  const anew = callReducer(scored, { kind: 'anew', identity: 'b', state: 'listening' });
  expect(anew.session).toMatchObject({ phase: 'talking', agent: 'b', state: 'listening' });
  expect(anew.verdict.progress).toBe(0);
  expect(anew.transcript).toMatchObject([{ kind: 'anew' }]);
});

test('the end keeps transcript and progress for the card', () => {
  const busy = callReducer(begun, { kind: 'caption', segment: 'c1', role: 'character', text: 'So,', final: true });
  const over = callReducer(busy, { kind: 'failed', reason: 'No line.' });
  expect(over.session.phase).toBe('over');
  expect(over.transcript).toHaveLength(1);
});
