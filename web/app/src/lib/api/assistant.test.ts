import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chat, getAssistant, importCalendar, sendCommand, watchAssistant, type ChatStep } from './assistant';
import { ApiError } from './client';

const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
const { signal } = new AbortController();

beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => { vi.unstubAllGlobals(); });

const answers = (body: string, init?: ResponseInit) => { asked.mockImplementation(() => Promise.resolve(new Response(body, init))); };

async function steps(): Promise<ChatStep[]> {
  const all: ChatStep[] = [];
  for await (const step of chat('u'.repeat(32), { message: 'Hi', actionId: 'a1' }, signal)) all.push(step);
  return all;
}

test('every request carries the user and nothing else does', async () => {
  answers('{"rev":3}');
  await getAssistant('secret', signal);
  await sendCommand('secret', { type: 'task.complete', id: 't1', actionId: 'a1' }, true);
  await importCalendar('secret', new Blob(['BEGIN:VCALENDAR']));
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/assistant', '/api/assistant/commands', '/api/assistant/calendar']);
  for (const [path, init] of asked.mock.calls) {
    expect(new Headers(init.headers).get('Authorization')).toBe('Bearer secret');
    expect(path).not.toContain('secret');
  }
  expect(asked.mock.calls[1]?.[1]).toMatchObject({ keepalive: true, body: '{"type":"task.complete","id":"t1","actionId":"a1"}' });
  expect(new Headers(asked.mock.calls[2]?.[1].headers).get('Content-Type')).toBe('text/calendar');
});

test('an answer comes in steps', async () => {
  answers('event: tasks\ndata: {"tasks":[],"rev":4}\n\nevent: token\ndata: {"text":"Do"}\n\nevent: token\ndata: {"text":"ne."}\n\n' +
    'event: done\ndata: {"content":"Done.","tasks":[],"rev":5}\n\nevent: token\ndata: {"text":"late"}\n\n');
  expect(await steps()).toEqual([
    { kind: 'tasks', reply: { tasks: [], rev: 4 } },
    { kind: 'token', token: { text: 'Do' } },
    { kind: 'token', token: { text: 'ne.' } },
    { kind: 'done', reply: { content: 'Done.', tasks: [], rev: 5 } },
  ]);
});

test.each([
  ['event: token\ndata: {"text":"Do"}\n\n', 'The answer was cut off.', 0],
  ['event: error\ndata: {"error":"That is all for today."}\n\n', 'That is all for today.', 500],
])('an answer that does not end well says so: %j', async (body, message, status) => {
  answers(body);
  const error: unknown = await steps().catch((e: unknown) => e);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message, status });
});

test('a connection lost in the middle is told in plain words', async () => {
  asked.mockResolvedValue(new Response(new ReadableStream({ start: (c) => { c.error(new TypeError('network error')); } })));
  await expect(steps()).rejects.toMatchObject({ message: 'The connection was lost.', status: 0 });
});

test('a refusal has its status and when to ask again', async () => {
  answers('{"error":"That was too fast."}', { status: 429, headers: { 'Retry-After': '7' } });
  await expect(steps()).rejects.toMatchObject({ message: 'That was too fast.', status: 429, again: 7 });
});

test('what changes is watched, and every byte is told', async () => {
  answers(': still here\n\nevent: patch\ndata: {"type":"patch","patch":{"prev":1,"rev":2}}\n\n');
  const onBytes = vi.fn();
  const events = [];
  for await (const event of watchAssistant('secret', signal, onBytes)) events.push(event);
  expect(events).toEqual([{ type: 'patch', patch: { prev: 1, rev: 2 } }]);
  expect(onBytes).toHaveBeenCalled();
});
