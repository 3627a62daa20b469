import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('hashchange', changed);
  return () => { window.removeEventListener('hashchange', changed); };
}

/** useHash is the page's own part of its address: the id of the assistant that is open, or nothing. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash.slice(1));
