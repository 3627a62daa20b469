import { ApiError, ask } from './api/client';
import type { Me } from './api/types.gen';
import { dropUser, knownUser, userID, type Store } from './settings';

/**
 * keepPerson gives this browser the cookie of the user whose id it keeps, of a new one where it keeps none and make is
 * set, and reports whether there is one. Calls and what is told of them are that person's.
 */
export async function keepPerson(store: Store, make: boolean): Promise<boolean> {
  const user = make ? userID(store) : knownUser(store);
  if (user === undefined && !make) return false;
  try {
    const { person } = await ask<Me>('/api/me', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(user === undefined ? {} : { user }),
    });
    return person;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
    dropUser(store); // the browser is somebody already, whose cookie counts
    return true;
  }
}
