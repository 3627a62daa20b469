import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { message, stateOf, task } from '../testing/assistant';
import { plan } from '../testing/cards';
import type { FakeAssistant } from '../testing/fake-assistant';
import { button, closePage, freshPage, log, noTalk, open, say, settle, tasks } from '../testing/open-assistant';

let server: FakeAssistant;
const milk = task('t1', 'Buy milk');

beforeEach(() => { server = freshPage(); });
afterEach(closePage);

test('what is typed is answered, and the list moves with what the server stores', async () => {
  await open({ loadTalk: noTalk });
  await say('Add task: Buy milk');
  expect(log()).toContain('Add task: Buy milk');
  expect(screen.getByText('Sending…')).toBeTruthy();
  expect(tasks().queryByText('Buy milk')).toBeNull(); // not before the server has said so
  const [chat] = server.chats;
  expect(chat?.request).toMatchObject({ message: 'Add task: Buy milk', scene: 'chiefOfStaff', rev: 1 });
  const mine = message('c1', 'user', 'Add task: Buy milk', { action: chat?.request.actionId ?? '' });
  await settle(() => { server.change({ messages: [mine], tasks: [milk], listed: ['t1'] }); });
  expect(tasks().getByText('Buy milk')).toBeTruthy();
  expect(screen.getByText('Vera is thinking')).toBeTruthy();
  await settle(() => { chat?.send('token', { text: "It's on " }); });
  await settle(() => { chat?.send('token', { text: 'your list.' }); });
  expect(log()).toContain("It's on your list.");
  await settle(() => {
    server.change({ messages: [mine, message('c2', 'assistant', "It's on your list.", { replyTo: 'c1' })] });
    chat?.send('done', { content: "It's on your list.", tasks: [milk], rev: server.state.rev });
  });
  expect(log().match(/It's on your list\./g)).toHaveLength(1);
  expect(screen.queryByText('Sending…')).toBeNull();
});

test('an answer to another page streams here too', async () => {
  await open({ loadTalk: noTalk });
  await settle(() => { server.change({ messages: [message('c1', 'user', 'Hi')] }); });
  await settle(() => { server.tell({ type: 'llm.token', message_id: 'c1', text: 'Hel' }); });
  expect(log()).toContain('Hel');
});

test('a change that was missed is asked for', async () => {
  server.state = stateOf({ tasks: [milk] });
  await open({ loadTalk: noTalk });
  server.change({ tasks: [milk, task('t2', 'Buy bread')] }, false);
  await settle(() => { server.change({ listed: ['t1', 't2'] }); });
  expect(await tasks().findByText('Buy bread')).toBeTruthy();
});

test('a broken connection is told and mended', async () => {
  await open({ loadTalk: noTalk });
  vi.useFakeTimers();
  server.down = true;
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  server.breakOff();
  await pass(100);
  await pass(1000);
  expect(screen.getByText(/Not connected, trying again…/)).toBeTruthy();
  server.down = false;
  server.change({ tasks: [milk] });
  await pass(5000);
  expect(screen.queryByText(/Not connected/)).toBeNull();
  expect(tasks().getByText('Buy milk')).toBeTruthy();
});

test('a card that comes stands in the conversation, what is asked and due stays in sight', async () => {
  server.state = stateOf({ tasks: [milk], messages: [message('c1', 'user', 'Plan my day')] });
  await open({ loadTalk: noTalk });
  await settle(() => {
    server.change({
      cards: [plan],
      confirms: [{ id: 'q1', question: 'Delete all?', tool: 't', args: {}, expires: '2999-01-01T00:00:00Z' }],
      reminders: [{ id: 'r1', text: 'Leave for the train', at: '2026-11-23T09:00:00Z', status: 'fired' }],
    });
  });
  expect(log()).toContain('Plan2 steps');
  expect(document.title).toBe('(1) Vera · Parley');
  fireEvent.click(button('Got it'));
  fireEvent.click(button('No'));
  await settle();
  expect(server.commands).toMatchObject([{ type: 'reminder.seen', id: 'r1' }, { type: 'confirm', id: 'q1', yes: false }]);
});

