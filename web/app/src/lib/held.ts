import type { Store } from './settings';

/** returnMS is how long a call waits for a page that has left it: the agent's Timing.Return. */
export const returnMS = 120_000;

/** signMS is how often a page that holds a call says so, lostMS how old its last sign may be until it has gone without a word. */
export const signMS = 5000;
const lostMS = 15_000;

/** A call that a page of this browser holds, or has held a moment ago, and what it is resumed by. */
export interface Held {
  call: string;
  ticket: string;
  scenario: string;
  /** at is the holding page's last sign, in ms since 1970; left says that it has gone, and tab which one it is. */
  at: number;
  left: boolean;
  /** typed says that nobody listens in it. */
  typed: boolean;
  tab: string;
}

const key = 'parley.call';

/** heldCall is the call that can be gone on with; open says that a page of another tab holds it. */
export function heldCall(store: Store, now: number): (Held & { open: boolean; leftMS: number }) | undefined {
  let held: Partial<Held> | null;
  try {
    held = JSON.parse(store.getItem(key) ?? 'null') as Partial<Held> | null;
  } catch {
    return undefined; // a browser that keeps nothing, or something that is not ours
  }
  const { call, ticket, scenario, at, left, typed, tab } = held ?? {};
  if (typeof call !== 'string' || typeof ticket !== 'string' || typeof scenario !== 'string' || typeof at !== 'number' || typeof tab !== 'string') {
    return undefined;
  }
  const leftMS = at + returnMS - now;
  if (leftMS <= 0 || leftMS > returnMS + lostMS) return undefined;
  return { call, ticket, scenario, at, left: left === true, typed: typed === true, tab, open: left !== true && now - at < lostMS, leftMS };
}

export function holdCall(store: Store, held: Held): void {
  try {
    store.setItem(key, JSON.stringify(held));
  } catch {
    // a browser that keeps nothing cannot go on with a call
  }
}

/** dropCall forgets the held call, of a tab if that is told only its own. */
export function dropCall(store: Store, tab?: string): void {
  if (tab !== undefined && heldCall(store, Date.now())?.tab !== tab) return;
  try {
    store.removeItem(key);
  } catch {
    // nothing was kept
  }
}
