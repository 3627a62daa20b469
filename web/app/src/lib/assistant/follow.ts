import { ApiError } from '../api/client';
import type { AssistantEvent } from '../api/types.gen';
import { sleep } from './sleep';

/** How the page is told of changes. A refused one is not tried again by itself. */
export type Connection = { state: 'connecting' | 'live' | 'retrying' } | { state: 'refused'; reason: string };

/** silentMS is how long nothing may come before the connection is taken for dead: the server comments every 15 s. */
const silentMS = 40_000;

/** What the server will say again however often it is asked. */
const final = [400, 401, 403, 404, 405];

export interface Following {
  open: (signal: AbortSignal, onBytes: () => void) => AsyncIterable<AssistantEvent>;
  onEvent: (event: AssistantEvent) => void;
  onConnection: (connection: Connection) => void;
  /** Ends it. */
  signal: AbortSignal;
  /** wake calls again when the network may be back, drop when it has gone; returns what ends that. */
  network: (wake: () => void, drop: () => void) => () => void;
}

/** follow tells of the state and of all that changes, and connects again when that breaks off. */
export async function follow({ open, onEvent, onConnection, signal, network }: Following): Promise<void> {
  let attempt = new AbortController();
  let waiting = new AbortController();
  const stop = network(() => { waiting.abort(); }, () => { attempt.abort(); });
  signal.addEventListener('abort', () => {
    stop();
    attempt.abort();
    waiting.abort();
  });
  onConnection({ state: 'connecting' });
  for (let tries = 0; !signal.aborted; tries++) {
    const current = new AbortController();
    attempt = current;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const onBytes = () => {
      clearTimeout(silence);
      silence = setTimeout(() => { current.abort(); }, silentMS);
    };
    onBytes();
    try {
      for await (const event of open(current.signal, onBytes)) {
        if (isOver(current.signal)) break;
        tries = 0;
        onConnection({ state: 'live' });
        onEvent(event);
      }
    } catch (error) {
      if (!isOver(current.signal) && error instanceof ApiError && final.includes(error.status)) {
        stop();
        onConnection({ state: 'refused', reason: error.message });
        return;
      }
    } finally {
      clearTimeout(silence);
    }
    if (isOver(signal)) return;
    onConnection({ state: 'retrying' });
    waiting = new AbortController();
    await sleep(backoffMS(tries, Math.random()), waiting.signal);
  }
}

// Read anew: it changes while follow waits.
const isOver = (signal: AbortSignal) => signal.aborted;

/** backoffMS is how long to wait before the try after that many: half a second to 15, chance being 0-1. */
export function backoffMS(tries: number, chance: number): number {
  return Math.min(15_000, 500 * 2 ** Math.min(tries, 5)) * (0.75 + chance / 2);
}

/** browserNetwork tells by the browser's own events. */
export function browserNetwork(wake: () => void, drop: () => void): () => void {
  window.addEventListener('online', wake);
  window.addEventListener('offline', drop);
  return () => {
    window.removeEventListener('online', wake);
    window.removeEventListener('offline', drop);
  };
}
