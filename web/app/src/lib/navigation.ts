import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { pathTo, readAddress, type Address } from './address';

/** Asks whether the screen may be left; leave leaves it. */
export type Asking = (leave: () => void) => void;

const nowhere: Address = { page: 'gallery', id: '', search: new URLSearchParams() };

const listeners = new Set<() => void>();
/** The screen's path with its search: that of the browser, but for the moment in which Back is asked about. */
let path = '';
/** at is the entry's place in the browser's history, which each entry of the page carries. */
let at = 0;
let moves = 0;
let asking: Asking | undefined;

const own = () => location.pathname + location.search;

/** arrive takes the browser's address, and gives an assistant's from before paths, "#chiefOfStaff", its own. */
function arrive(): void {
  const old = readAddress(pathTo('assistant', location.hash.slice(1)));
  if (location.pathname === '/' && old !== undefined) history.replaceState(null, '', pathTo('assistant', old.id));
  const state = history.state as { at?: unknown } | null;
  if (typeof state?.at === 'number') at = state.at;
  else history.replaceState({ at: ++at }, '');
  path = own();
  listeners.forEach((tell) => { tell(); });
}

function popped(): void {
  const to = (history.state as { at?: unknown } | null)?.at;
  const steps = typeof to === 'number' ? to - at : 0;
  if (asking === undefined || steps === 0) {
    moves++;
    arrive();
    return;
  }
  history.go(-steps);
  asking(() => {
    asking = undefined;
    history.go(steps);
  });
}

arrive();
window.addEventListener('popstate', popped);

/**
 * navigate goes to a path of the page, as a new entry of the browser's history or in place of the current one. A
 * screen that asks first is left only when its question was answered; in place of the entry it is not asked.
 */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState({ at }, '', to);
  else if (asking !== undefined) {
    asking(() => {
      asking = undefined;
      navigate(to);
    });
    return;
  } else history.pushState({ at: at + 1 }, '', to);
  moves++;
  arrive();
}

/** askFirst has whoever leaves the screen by Back or a link asked, until the function returned is called. */
export function askFirst(ask: Asking): () => void {
  asking = ask;
  return () => { if (asking === ask) asking = undefined; };
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => { listeners.delete(changed); };
}

/** useAddress is where the user is: the gallery for a path that is none of the page's. */
export function useAddress(): Address {
  const now = useSyncExternalStore(subscribe, () => path);
  return useMemo(() => readAddress(now) ?? nowhere, [now]);
}

/** useArrival is for the heading of a screen: it takes the focus when the user comes there from another one, of another key. */
export function useArrival(key: string): React.RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (moves > 0) heading.current?.focus();
  }, [key]);
  return heading;
}
