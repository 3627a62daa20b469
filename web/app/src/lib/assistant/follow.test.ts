import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyState } from '../../testing/assistant';
import { ApiError } from '../api/client';
import type { AssistantEvent } from '../api/types.gen';
import { backoffMS, follow, type Connection } from './follow';

const state: AssistantEvent = { type: 'state', state: emptyState };

/** One connection to the server, which the test holds. */
class Line {
  private events: AssistantEvent[] = [];
  private over: unknown;
  private wake: () => void = () => undefined;
  constructor(readonly signal: AbortSignal, readonly onBytes: () => void) {
    signal.addEventListener('abort', () => { this.end(new DOMException('aborted', 'AbortError')); });
  }
  send(event: AssistantEvent) { this.events.push(event); this.onBytes(); this.wake(); }
  end(how: unknown = true) { this.over ??= how; this.wake(); }
  async *[Symbol.asyncIterator]() {
    for (;;) {
      for (let event = this.events.shift(); event !== undefined; event = this.events.shift()) yield event;
      if (this.over === true) return;
      if (this.over !== undefined) throw this.over as Error;
      await new Promise<void>((resolve) => { this.wake = resolve; });
    }
  }
}

let lines: Line[];
let seen: (AssistantEvent | Connection)[];
let wake: () => void;
let drop: () => void;
let abort: AbortController;
const stopped = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  lines = [];
  seen = [];
  abort = new AbortController();
  stopped.mockReset();
});
afterEach(() => { vi.useRealTimers(); });

const begin = () => follow({
  open: (signal, onBytes) => {
    const line = new Line(signal, onBytes);
    lines.push(line);
    return line;
  },
  onEvent: (event) => { seen.push(event); },
  onConnection: (connection) => { seen.push(connection); },
  signal: abort.signal,
  network: (w, d) => { wake = w; drop = d; return stopped; },
});
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const retrying: Connection = { state: 'retrying' };
const live: Connection = { state: 'live' };

test('it is live with the first event and begins anew after a break, a little later each time', async () => {
  void begin();
  lines[0]?.send(state);
  await pass();
  expect(seen).toEqual([{ state: 'connecting' }, live, state]);
  lines[0]?.end();
  await pass();
  expect(seen.at(-1)).toEqual(retrying);
  await pass(499);
  expect(lines).toHaveLength(1);
  await pass(1);
  expect(lines).toHaveLength(2);
  lines[1]?.end(new ApiError('The connection was lost.'));
  await pass(999);
  expect(lines).toHaveLength(2);
  await pass(1);
  lines[2]?.send(state);
  await pass();
  expect(seen.slice(-2)).toEqual([live, state]);
});

test('without a byte for 40 s the connection is dead', async () => {
  void begin();
  lines[0]?.send(state);
  await pass(39_000);
  lines[0]?.onBytes();
  await pass(39_000);
  expect(seen.at(-1)).toEqual(state);
  await pass(1_000);
  expect(lines[0]?.signal.aborted).toBe(true);
  expect(seen.at(-1)).toEqual(retrying);
});

test('it does not wait when the network is back, and lets go when it has gone', async () => {
  void begin();
  lines[0]?.send(state);
  await pass();
  drop();
  await pass();
  expect(seen.at(-1)).toEqual(retrying);
  wake();
  await pass();
  expect(lines).toHaveLength(2);
});

test('a refusal is told and not repeated', async () => {
  const over = begin();
  lines[0]?.end(new ApiError('There are no assistants here.', undefined, undefined, 404));
  await over;
  expect(seen.at(-1)).toEqual({ state: 'refused', reason: 'There are no assistants here.' });
  await pass(60_000);
  expect(lines).toHaveLength(1);
});

test('ended, it lets go of everything and tells nothing more', async () => {
  const over = begin();
  lines[0]?.send(state);
  await pass();
  const told = seen.length;
  abort.abort();
  await over;
  expect(lines[0]?.signal.aborted).toBe(true);
  expect(stopped).toHaveBeenCalled();
  expect(seen).toHaveLength(told);
});

test('the wait doubles up to 15 s, give or take a quarter', () => {
  expect([0, 1, 2, 3, 4, 5, 40].map((tries) => backoffMS(tries, 0.5))).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  expect([backoffMS(0, 0), backoffMS(0, 1)]).toEqual([375, 625]);
});
