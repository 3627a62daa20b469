import { randomID } from './id';
import { read, write, type Store } from './settings';

export const userKey = 'parley.user';
export const personKey = 'parley.person';

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
