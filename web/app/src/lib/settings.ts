import { MaxPatienceS, MinPatienceS } from './rpc/types.gen';

/** What this browser remembers for the user; all of it can be cleared. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const patienceKey = 'parley.patience';
const holdKey = 'parley.hold';
const noLimitKey = 'parley.nolimit';
const languageKey = 'parley.language';

/** storedPatience is the seconds the user wants to be waited for, if they said so. */
export function storedPatience(store: Store): number | undefined {
  const seconds = Number(read(store, patienceKey) ?? '');
  return Number.isInteger(seconds) && seconds >= MinPatienceS && seconds <= MaxPatienceS ? seconds : undefined;
}

export function storePatience(store: Store, seconds: number | undefined): void {
  write(store, patienceKey, seconds?.toString());
}

/** storedHold says whether the user holds a button to talk. */
export function storedHold(store: Store): boolean {
  return read(store, holdKey) === 'on';
}

export function storeHold(store: Store, on: boolean): void {
  write(store, holdKey, on ? 'on' : undefined);
}

/** storedNoLimit says whether the user wants calls without a time limit. */
export const storedNoLimit = (store: Store): boolean => read(store, noLimitKey) === 'on';

export function storeNoLimit(store: Store, on: boolean): void {
  write(store, noLimitKey, on ? 'on' : undefined);
}

/** storedLanguage is the language set for the page, if one was. */
export const storedLanguage = (store: Store): string | null => read(store, languageKey);

export function storeLanguage(store: Store, language: string): void {
  write(store, languageKey, language);
}

/** read is what is kept under a key; null where nothing is. */
export function read(store: Store, key: string): string | null {
  try {
    return store.getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** write reports whether the value was kept. */
export function write(store: Store, key: string, value: string | undefined): boolean {
  try {
    if (value === undefined) store.removeItem(key);
    else store.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
