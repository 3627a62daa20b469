import { ask } from './client';
import type { Privacy } from './types.gen';

/** getPrivacy is who hears what a user says, and for how long it is kept. */
export const getPrivacy = (signal: AbortSignal): Promise<Privacy> => ask('/api/privacy', { signal });
