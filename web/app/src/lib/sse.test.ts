import { expect, test, vi } from 'vitest';
import { EventParser, readEvents, type ServerEvent } from './sse';

const parse = (...pieces: string[]): ServerEvent[] => {
  const parser = new EventParser();
  return pieces.flatMap((piece) => parser.feed(piece));
};

const patch = { event: 'patch', data: '{"rev":2}' };

test.each([
  ['\n', 'event: patch\ndata: {"rev":2}\n\n'],
  ['\r\n', 'event: patch\r\ndata: {"rev":2}\r\n\r\n'],
  ['\r', 'event: patch\rdata: {"rev":2}\r\r'],
  ['no space after the colon', 'event:patch\ndata:{"rev":2}\n\n'],
])('lines may end in %j, and pieces anywhere', (_, text) => {
  expect(parse(text)).toEqual([patch]);
  for (let cut = 0; cut <= text.length; cut++) expect(parse(text.slice(0, cut), text.slice(cut))).toEqual([patch]);
  expect(parse(...text.split(/(?:)/u))).toEqual([patch]);
});

test('comments, ids and unknown fields are no events', () => {
  expect(parse(': still here\n\nid: 7\nretry: 10\nevent: lost\n\n:x\ndata: a\n: between\ndata: b\n\n')).toEqual([{ event: 'message', data: 'a\nb' }]);
});

test('a field without a colon is empty, and one space alone is dropped', () => {
  expect(parse('data\n\ndata:  two\n\n')).toEqual([{ event: 'message', data: '' }, { event: 'message', data: ' two' }]);
});

test('an event that is cut off is none', () => {
  expect(parse('data: {"re')).toEqual([]);
  expect(parse('data: whole\n')).toEqual([]);
});

test('a huge event comes whole, one that is too large does not', () => {
  const half = 'x'.repeat(1 << 20);
  expect(parse('data: ', half, half, '\n\n')).toEqual([{ event: 'message', data: half + half }]);
  const parser = new EventParser();
  expect(() => { for (let i = 0; i < 17; i++) parser.feed(half); }).toThrow('too large');
});

test('comments for hours are not one large event', () => {
  const parser = new EventParser();
  const comment = `:${'x'.repeat(1 << 20)}\n`;
  for (let i = 0; i < 20; i++) expect(parser.feed(comment)).toEqual([]);
});

function stream(...chunks: (Uint8Array | Error)[]) {
  const cancel = vi.fn();
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk instanceof Error) controller.error(chunk);
      else if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel,
  }, { highWaterMark: 0 });
  return { body, cancel };
}

const bytes = (text: string) => new TextEncoder().encode(text);

test('a letter may be cut in two, and everything that comes is told', async () => {
  const all = bytes('data: Zoë ☕\n\n');
  const onBytes = vi.fn();
  const { body } = stream(bytes(':\n'), ...Array.from(all, (b) => Uint8Array.of(b)));
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body, onBytes)) events.push(event);
  expect(events).toEqual([{ event: 'message', data: 'Zoë ☕' }]);
  expect(onBytes).toHaveBeenCalledTimes(all.length + 1);
});

test('a lost connection rejects after what came whole', async () => {
  const { body } = stream(bytes('data: a\n\ndata: b'), new TypeError('network error'));
  const events: ServerEvent[] = [];
  await expect((async () => { for await (const event of readEvents(body)) events.push(event); })()).rejects.toThrow('network error');
  expect(events).toEqual([{ event: 'message', data: 'a' }]);
});

test('who leaves lets go of the connection', async () => {
  const { body, cancel } = stream(bytes('data: a\n\n'), bytes('data: b\n\n'));
  for await (const event of readEvents(body)) {
    expect(event.data).toBe('a');
    break;
  }
  expect(cancel).toHaveBeenCalledOnce();
});
