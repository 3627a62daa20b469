import { randomID } from './id';
import { MaxPatienceS, MinPatienceS } from './rpc/types.gen';

/** What this browser remembers for the user; all of it can be cleared. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const userKey = 'parley.user';
export const personKey = 'parley.person';
const patienceKey = 'parley.patience';
const holdKey = 'parley.hold';
const noLimitKey = 'parley.nolimit';
const languageKey = 'parley.language';

/** knownUser is the id under which the user's profile is kept, if there is one. */
export function knownUser(store: Store): string | undefined {
  const id = read(store, userKey);
  return id !== null && /^[\w-]{16,64}$/.test(id) ? id : undefined;
}

/**
 * userID is the known id or a new one, which nobody can guess. It is undefined for a person, and in a browser that keeps
 * nothing, as it could not ask to be forgotten.
 */
export function userID(store: Store): string | undefined {
  if (isPerson(store)) return undefined;
  const known = knownUser(store);
  if (known !== undefined) return known;
  const id = randomID();
  return write(store, userKey, id) ? id : undefined;
}

/** isPerson says that the user is known by the browser's cookie, which no script can read, and that no id is kept here. */
export const isPerson = (store: Store): boolean => read(store, personKey) === 'cookie' && knownUser(store) === undefined;

/** dropUser makes the user a stranger to this browser. */
export function dropUser(store: Store): void {
  write(store, personKey, undefined);
  write(store, userKey, undefined);
}

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
