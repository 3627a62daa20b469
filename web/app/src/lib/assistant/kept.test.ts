import { expect, test } from 'vitest';
import { message, patchOf, stateOf, task } from '../../testing/assistant';
import type { AssistantPatch, AssistantState } from '../api/types.gen';
import { fold, isBehind, nothingKept, type Kept, type LiveEvent } from './kept';

const whole = (state: AssistantState): LiveEvent => ({ type: 'state', state });
const asked = (state: AssistantState): LiveEvent => ({ type: 'asked', state });
const patch = (p: AssistantPatch): LiveEvent => ({ type: 'patch', patch: p });
const said = (type: string, text = '', index?: number): LiveEvent => ({ type, message_id: 'c1', text, ...(index === undefined ? {} : { index }) });

const after = (...events: LiveEvent[]): Kept => events.reduce(fold, nothingKept);
const titles = (kept: Kept) => kept.state?.tasks.map((t) => t.title);

const milk = task('t1', 'Buy milk');
const bread = task('t2', 'Buy bread');

test('a patch adds at the end, replaces in place and takes away', () => {
  const begun = whole(stateOf({ tasks: [milk, bread], listed: ['t1', 't2'] }));
  const changed = after(begun, patch(patchOf(1, { tasks: [task('t3', 'Call Ann'), { ...milk, title: 'Buy oat milk' }] })));
  expect(titles(changed)).toEqual(['Buy oat milk', 'Buy bread', 'Call Ann']);
  expect(changed.state).toMatchObject({ rev: 2, listed: ['t1', 't2'], zone: 'Europe/Berlin' });
  const gone = fold(changed, patch(patchOf(2, { gone: ['t2'], listed: ['t1', ''], zone: 'Asia/Tokyo' })));
  expect(titles(gone)).toEqual(['Buy oat milk', 'Call Ann']);
  expect(gone.state).toMatchObject({ rev: 3, listed: ['t1', ''], zone: 'Asia/Tokyo' });
});

test('what a patch does not name stays the very same', () => {
  const before = after(whole(stateOf({ tasks: [milk], messages: [message('c1', 'user', 'Hi')] })));
  const next = fold(before, patch(patchOf(1, { tasks: [bread] })));
  expect(next.state?.messages).toBe(before.state?.messages);
  expect(next.state?.tasks[0]).toBe(milk);
});

test('after a gap nothing is applied until the whole state has come', () => {
  const gap = after(whole(stateOf({ tasks: [milk] })), patch(patchOf(5, { tasks: [bread] })));
  expect(isBehind(gap)).toBe(true);
  expect(titles(gap)).toEqual(['Buy milk']);
  const more = fold(gap, patch(patchOf(6, { gone: ['t1'] })));
  const caughtUp = fold(more, asked(stateOf({ rev: 6, tasks: [milk, bread] })));
  expect(titles(caughtUp)).toEqual(['Buy bread']);
  expect(caughtUp.state?.rev).toBe(7);
  expect(isBehind(caughtUp)).toBe(false);
});

test('a state that is older than what is held leaves it behind', () => {
  const gap = after(whole(stateOf({})), patch(patchOf(5)), asked(stateOf({ rev: 3 })));
  expect(gap.state?.rev).toBe(3);
  expect(isBehind(gap)).toBe(true);
});

test('a patch that was in the state already changes nothing, and one before any state waits', () => {
  const now = after(whole(stateOf({ rev: 4, tasks: [milk] })));
  expect(fold(now, patch(patchOf(3, { gone: ['t1'] })))).toBe(now);
  const early = after(patch(patchOf(1, { tasks: [bread] })));
  expect(isBehind(early)).toBe(true);
  expect(titles(fold(early, asked(stateOf({ tasks: [milk] }))))).toEqual(['Buy milk', 'Buy bread']);
});

test('the stream begins anew with whatever it says, a state that was asked for never goes back', () => {
  const now = after(whole(stateOf({ rev: 9, tasks: [milk] })));
  expect(fold(now, asked(stateOf({ rev: 8 })))).toBe(now);
  expect(fold(now, whole(stateOf({ rev: 2 }))).state?.rev).toBe(2);
});

test('an answer grows token by token, whatever comes twice', () => {
  const answer = (...events: LiveEvent[]) => after(whole(stateOf({})), ...events).answers.c1?.text;
  expect(answer(said('message.created'))).toBe('');
  expect(answer(said('llm.token', 'I ', 0), said('llm.token', 'have', 1), said('llm.token', 'have', 1))).toBe('I have');
  expect(answer(said('llm.token', 'Wrong', 0), said('llm.token', 'Right', 0))).toBe('Right');
  expect(answer(said('llm.token', 'the end.', 7))).toBe('… the end.');
  expect(answer(said('llm.token', 'I', 0), said('message.completed', 'I have.'))).toBe('I have.');
  expect(after(said('error', 'No model.')).answers.c1).toMatchObject({ text: 'No model.', failed: true });
});

test('an answer tells which tool is at work', () => {
  const answer = (...events: LiveEvent[]) => after(whole(stateOf({})), said('message.created'), ...events).answers.c1;
  expect(answer(said('tool.call', 'tasks.plan'))).toMatchObject({ doing: 'tasks.plan', written: 0 });
  expect(answer(said('tool.call', 'tasks.plan'), said('tool.progress', '', 120))).toMatchObject({ doing: 'tasks.plan', written: 120 });
  expect(answer(said('tool.call', 'tasks.plan'), said('tool.result', 'tasks.plan'))?.doing).toBeUndefined();
});

test('an answer goes when its message comes', () => {
  const reply = message('c2', 'assistant', 'I have.', { replyTo: 'c1' });
  const talking = after(whole(stateOf({})), said('llm.token', 'I', 0));
  expect(fold(talking, patch(patchOf(1, { messages: [reply] }))).answers).toEqual({});
  expect(fold(talking, whole(stateOf({ messages: [reply] }))).answers).toEqual({});
  expect(fold(talking, whole(stateOf({}))).answers).toEqual(talking.answers);
});

test('what is not known changes nothing', () => {
  const now = after(whole(stateOf({})));
  expect(fold(now, { type: 'tool.call', text: 'tasks.add' })).toBe(now);
  expect(fold(now, { type: 'patch' })).toBe(now);
});
