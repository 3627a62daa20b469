import { ApiError, ask } from './api/client';
import type { Me } from './api/types.gen';
import type { Store } from './settings';
import { isPerson, knownUser, personKey, userID, userKey } from './user';

/**
 * keepPerson has this browser's cookie be of its user: of the one whose id the browser has kept so far, which is kept no
 * more then, or of a new one where make is set. It reports whether there is one. What is kept of calls and lists is that
 * person's. Where the browser takes no cookies all stays as it is.
 */
export async function keepPerson(store: Store, make: boolean): Promise<boolean> {
  const user = make ? userID(store) : knownUser(store);
  if (user === undefined && !make) return isPerson(store) || hasCookie(store);
  try {
    const { person } = await ask<Me>('/api/me', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(user === undefined ? {} : { user }),
    });
    if (person && navigator.cookieEnabled) becomePerson(store);
    return person;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    becomePerson(store); // the browser is somebody already, whose cookie counts
    return true;
  }
}

/** needPerson is keepPerson for what only a person has: for nobody it rejects as the server would, which is not asked. */
export async function needPerson(store: Store): Promise<void> {
  if (!(await keepPerson(store, false))) throw new ApiError('', undefined, undefined, 401);
}

/** hasCookie looks for the cookie in a browser that does not know whether it has one. */
async function hasCookie(store: Store): Promise<boolean> {
  const { person } = await ask<Me>('/api/me', {});
  if (person) becomePerson(store);
  return person;
}

/** becomePerson forgets the id here: the cookie counts from now on. */
export function becomePerson(store: Store): void {
  try {
    store.setItem(personKey, 'cookie');
    store.removeItem(userKey);
  } catch {
    // a browser that keeps nothing has no id either
  }
}
