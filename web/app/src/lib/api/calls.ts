import type { Page } from './calls.gen';
import { ask } from './client';
import type { CallReply, CallRequest, ResumeRequest } from './types.gen';

export type { Page, Summary } from './calls.gen';

/** listCalls is a page of the user's calls, newest first; cursor is that of the page before. */
export const listCalls = (cursor: string, signal: AbortSignal): Promise<Page> =>
  ask(`/api/calls${cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`}`, { signal });

export const createCall = (request: CallRequest, signal: AbortSignal): Promise<CallReply> =>
  ask('/api/calls', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  });

/** resumeCall rejects with an ApiError of status 410 for a call that is over. */
export const resumeCall = (call: string, request: ResumeRequest, signal: AbortSignal): Promise<CallReply> =>
  ask(`/api/calls/${call}/resume`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  });
