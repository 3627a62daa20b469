import { ask } from './api/client';
import type { Me } from './api/types.gen';
import { knownUser, userID, type Store } from './settings';

/**
 * keepPerson gives this browser the cookie of the user whose id it keeps, of a new one where it keeps none and make is
 * set, and reports whether there is one. Calls and what is told of them are that person's.
 */
export async function keepPerson(store: Store, make: boolean): Promise<boolean> {
  const user = make ? userID(store) : knownUser(store);
  if (user === undefined && !make) return false;
  const { person } = await ask<Me>('/api/me', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(user === undefined ? {} : { user }),
  });
  return person;
}
