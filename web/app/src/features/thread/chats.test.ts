import { expect, test, vi } from 'vitest';
import type { ChatStep } from '../../lib/api/assistant';
import { ApiError } from '../../lib/api/client';
import type { ChatRequest } from '../../lib/api/types.gen';
import { message } from '../../testing/assistant';
import { chatReducer, converse, wantedBy, type ChatEvent, type Chats } from './chats';

const fold = (...events: ChatEvent[]): Chats => events.reduce<Chats>(chatReducer, []);
const said: ChatEvent = { kind: 'said', id: 'a1', text: 'Add task: Buy milk', rev: 4 };
const token = (text: string, reset?: boolean): ChatStep => ({ kind: 'token', token: { text, ...(reset === undefined ? {} : { reset }) } });
const done: ChatStep = { kind: 'done', reply: { content: 'Added.', tasks: [], rev: 6 } };
const step = (one: ChatStep): ChatEvent => ({ kind: 'step', id: 'a1', step: one });

test('an answer grows, may begin anew, and ends with what the server says', () => {
  const answer = (...steps: ChatStep[]) => fold(said, ...steps.map(step))[0];
  expect(answer()).toEqual({ id: 'a1', text: 'Add task: Buy milk', rev: 4, phase: 'sending', answer: '' });
  expect(answer({ kind: 'tasks', reply: { tasks: [], rev: 5 } })).toMatchObject({ phase: 'answering', answer: '' });
  expect(wantedBy(fold(said, step({ kind: 'tasks', reply: { tasks: [], rev: 5 } })))).toBe(5);
  expect([wantedBy(fold(said)), wantedBy(fold(said, step(done)))]).toEqual([0, 6]);
  expect(answer(token('Ad'), token('ded'))?.answer).toBe('Added');
  expect(answer(token('{"call'), token('', true), token('Added'))?.answer).toBe('Added');
  expect(answer(token('Add'), done)?.answer).toBe('Added.');
});

test('it goes when the page has the answer, and not before', () => {
  const chats = fold(said, step(done));
  const mine = message('c1', 'user', 'Add task: Buy milk', { action: 'a1' });
  expect(chatReducer(chats, { kind: 'seen', messages: [mine] })).toBe(chats);
  expect(chatReducer(chats, { kind: 'seen', messages: [mine, message('c2', 'assistant', 'Added.', { replyTo: 'c1' })] })).toEqual([]);
});

test('a failed one keeps its reason until it is sent again or dropped', () => {
  const failed = fold(said, step(token('Ad')), { kind: 'failed', id: 'a1', reason: 'Too fast.' });
  expect(failed[0]).toMatchObject({ phase: 'failed', reason: 'Too fast.' });
  expect(chatReducer(failed, { kind: 'again', id: 'a1' })).toEqual(fold(said));
  expect(chatReducer(failed, { kind: 'dropped', id: 'a1' })).toEqual([]);
});

const lost = new ApiError('Parley does not answer.');

/** answers are what each try gives: steps, and perhaps an error after them. */
async function talk(...answers: (ChatStep | Error)[][]) {
  const requests: ChatRequest[] = [];
  const events: ChatEvent[] = [];
  const sleep = vi.fn(() => Promise.resolve());
  const ask = async function* (request: ChatRequest) {
    requests.push(request);
    for (const answer of answers.shift() ?? []) {
      if (answer instanceof Error) throw answer;
      yield await Promise.resolve(answer);
    }
  };
  await converse({ chat: { id: 'a1', text: 'Hi', rev: 4 }, scene: 'taskAgent', ask, emit: (event) => events.push(event), sleep });
  return { requests, events, sleep };
}

test('a message that is lost on its way is sent again under the same id', async () => {
  const { requests, events, sleep } = await talk([lost], [token('Ad'), lost], [done]);
  expect(requests).toEqual(Array(3).fill({ message: 'Hi', actionId: 'a1', rev: 4, scene: 'taskAgent' }));
  expect(events.map((event) => event.kind)).toEqual(['again', 'step', 'again', 'step']);
  expect(sleep.mock.calls).toEqual([[700], [2500]]);
});

test.each([
  ['nobody answers', [[lost], [lost], [lost]], 3, 'Parley does not answer.'],
  ['it is refused', [[new ApiError('The message is empty.', 'message', undefined, 400)]], 1, 'The message is empty.'],
  ['the server says when to come again', [[new ApiError('That is all for now.', undefined, 30, 429)]], 1, 'That is all for now.'],
  ['something unforeseen happens', [[new Error('raw')]], 1, 'That did not work.'],
])('it fails in plain words when %s', async (_, answers, tries, reason) => {
  const { requests, events } = await talk(...answers);
  expect(requests).toHaveLength(tries);
  expect(events.at(-1)).toEqual({ kind: 'failed', id: 'a1', reason });
});
