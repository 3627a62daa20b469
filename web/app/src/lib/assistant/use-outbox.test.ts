import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendCommand } from '../api/assistant';
import { ApiError } from '../api/client';
import type { AssistantCommand, CommandReply } from '../api/types.gen';
import { useOutbox } from './use-outbox';

vi.mock('../api/assistant');

const complete: AssistantCommand = { type: 'task.complete', id: 't1' };
const replies: { command: AssistantCommand; keepalive: boolean; done: (rev: number) => void; fail: (error: unknown) => void }[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  replies.length = 0;
  vi.mocked(sendCommand).mockImplementation((_, command, keepalive = false) =>
    new Promise<CommandReply>((resolve, fail) => { replies.push({ command, keepalive, done: (rev) => { resolve({ rev }); }, fail }); }));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const mount = () => renderHook(({ rev }) => {
  const [commands, resend] = useOutbox('ada', rev);
  return { ...commands, resend };
}, { initialProps: { rev: 1 } });
const settle = (what: () => void = () => undefined, ms = 0) => act(async () => {
  what();
  await vi.advanceTimersByTimeAsync(ms);
});
const ids = () => replies.map(({ command }) => command.actionId);

test('an action is saving, then saved, and gone when the page shows it', async () => {
  const { result, rerender } = mount();
  await settle(() => { result.current.send(complete); });
  expect(result.current.outbox[0]?.phase).toBe('saving');
  await settle(() => { replies[0]?.done(2); });
  expect(result.current.outbox[0]?.phase).toBe('saved');
  rerender({ rev: 2 });
  expect(result.current.outbox).toEqual([]);
});

test('what is held can be dropped, or goes when its time is over', async () => {
  const { result } = mount();
  await settle(() => { result.current.send(complete, 5000); });
  await settle(() => { if (result.current.outbox[0]) result.current.drop(result.current.outbox[0]); }, 6000);
  expect(result.current.outbox).toEqual([]);
  await settle(() => { result.current.send(complete, 5000); }, 4999);
  expect(replies).toHaveLength(0);
  await settle(undefined, 1);
  expect(replies).toHaveLength(1);
});

test.each(['the page is left', 'the list is left'])('what is held is sent at once when %s', async (how) => {
  const { result, unmount } = mount();
  await settle(() => { result.current.send(complete, 5000); });
  await settle(() => {
    if (how === 'the page is left') window.dispatchEvent(new Event('pagehide'));
    else unmount();
  });
  expect(replies.map(({ keepalive }) => keepalive)).toEqual([true]);
  await settle(undefined, 6000);
  expect(replies).toHaveLength(1);
});

test('actions on one thing go one after the other, on others at once', async () => {
  const { result } = mount();
  await settle(() => {
    result.current.send(complete);
    result.current.send({ type: 'task.update', id: 't1', status: 'pending' });
    result.current.send({ type: 'task.complete', id: 't2' });
  });
  expect(replies.map(({ command }) => `${command.type} ${command.id ?? ''}`)).toEqual(['task.complete t1', 'task.complete t2']);
  await settle(() => { replies[0]?.done(2); });
  expect(replies[2]?.command.type).toBe('task.update');
});

test('an action without an answer is sent again under its own id: by itself, by hand, and when there is a connection', async () => {
  const { result } = mount();
  const lost = new ApiError('Parley does not answer.');
  const loseAll = async () => {
    for (let i = 0; i < 4; i++) await settle(() => { replies.at(-1)?.fail(lost); }, 4000);
  };
  await settle(() => { result.current.send(complete); });
  await loseAll();
  expect(result.current.outbox[0]).toMatchObject({ phase: 'failed', reason: 'Parley does not answer.', lost: true });
  await settle(() => { if (result.current.outbox[0]) result.current.again(result.current.outbox[0]); });
  await loseAll();
  await settle(() => { result.current.resend(); });
  expect(replies).toHaveLength(9);
  expect(new Set(ids()).size).toBe(1);
});

test('a refusal is told and not sent again by itself', async () => {
  const { result } = mount();
  await settle(() => { result.current.send(complete); });
  await settle(() => { replies[0]?.fail(new ApiError('There is nothing with that id.', 'id', undefined, 400)); }, 10_000);
  expect(result.current.outbox[0]).toMatchObject({ phase: 'failed', reason: 'There is nothing with that id.' });
  await settle(() => { result.current.resend(); });
  expect(replies).toHaveLength(1);
});
