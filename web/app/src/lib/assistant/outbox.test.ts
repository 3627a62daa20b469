import { expect, test, vi } from 'vitest';
import { ApiError } from '../api/client';
import { actionOn, deliver, newestRev, post, type Outbox, type OutboxEvent } from './outbox';

const fold = (...events: OutboxEvent[]): Outbox => events.reduce<Outbox>(post, []);
const put = (id: string, held = false): OutboxEvent => ({ kind: 'put', id, command: { type: 'task.complete', id: `of-${id}` }, held });

test('an action is saving until the server has said so, and there until the state shows it', () => {
  const saving = fold(put('a'));
  expect(saving).toEqual([{ id: 'a', command: { type: 'task.complete', id: 'of-a' }, phase: 'saving' }]);
  const saved = post(saving, { kind: 'saved', id: 'a', rev: 7 });
  expect(actionOn(saved, 'of-a')).toMatchObject({ phase: 'saved', rev: 7 });
  expect(newestRev(saved)).toBe(7);
  expect(post(saved, { kind: 'seen', rev: 6 })).toBe(saved);
  expect(post(saved, { kind: 'seen', rev: 7 })).toEqual([]);
});

test('a held action can be dropped or sent, a failed one sent again without its fault', () => {
  expect(fold(put('a', true))[0]?.phase).toBe('held');
  expect(fold(put('a', true), { kind: 'dropped', id: 'a' })).toEqual([]);
  const failed = fold(put('a', true), put('b'), { kind: 'saving', id: 'a' }, { kind: 'failed', id: 'a', reason: 'No.', lost: false });
  expect(failed.map(({ phase, reason }) => [phase, reason])).toEqual([['failed', 'No.'], ['saving', undefined]]);
  expect(post(failed, { kind: 'saving', id: 'a' })[0]).toEqual({ id: 'a', command: { type: 'task.complete', id: 'of-a' }, phase: 'saving' });
  expect(newestRev(failed)).toBe(0);
});

const action = { id: 'a1', command: { type: 'task.complete', id: 't1' } };
const lost = new ApiError('Parley does not answer.');

test('an action is sent again under the same id until it is answered', async () => {
  const send = vi.fn(() => Promise.resolve({ rev: 3 })).mockRejectedValueOnce(lost).mockRejectedValueOnce(new ApiError('Full.', undefined, 2, 429));
  const sleep = vi.fn(() => Promise.resolve());
  expect(await deliver(action, send, sleep)).toEqual({ rev: 3 });
  expect(send.mock.calls).toEqual(Array(3).fill([{ type: 'task.complete', id: 't1', actionId: 'a1' }]));
  expect(sleep.mock.calls).toEqual([[500], [2000]]);
});

test.each([
  ['the server refuses it', new ApiError('There is nothing with that id.', 'id', undefined, 400), 1],
  ['the server asks for more patience than that', new ApiError('Too many.', undefined, 60, 429), 1],
  ['nobody ever answers', lost, 4],
])('it is given up when %s', async (_, error, tries) => {
  const send = vi.fn(() => Promise.reject(error));
  await expect(deliver(action, send, () => Promise.resolve())).rejects.toBe(error);
  expect(send).toHaveBeenCalledTimes(tries);
});
