import type { Page } from './calls.gen';
import { ask } from './client';

export type { Page, Summary } from './calls.gen';

/** listCalls is a page of the user's calls, newest first; cursor is that of the page before. */
export const listCalls = (cursor: string, signal: AbortSignal): Promise<Page> =>
  ask(`/api/calls${cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, { signal });
