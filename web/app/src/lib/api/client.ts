import { t } from '../language';
import type { CallReply, CallRequest, ErrorReply, ResumeRequest, ScenarioList, Status } from './types.gen';

/** ApiError carries plain words for the user. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly field?: string,
    /** again is in how many seconds it may be asked for again, if that is known. */
    readonly again?: number,
    /** status is that of the answer, 0 where none came. */
    readonly status = 0,
  ) {
    super(message);
  }
}

/** request is a fetch that rejects with an ApiError, or with what aborted it. */
export async function request(path: string, init: RequestInit): Promise<Response> {
  let reply: Response;
  try {
    reply = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(t('noAnswer'));
  }
  if (reply.ok) return reply;
  const body = (await reply.json().catch(() => ({}))) as Partial<ErrorReply>;
  const again = Number(reply.headers.get('Retry-After'));
  throw new ApiError(body.error ?? t('badStatus', { status: reply.status }), body.field, again > 0 ? again : undefined, reply.status);
}

export async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const reply = await request(path, init);
  return reply.status === 204 ? (undefined as T) : ((await reply.json()) as T);
}

export const listScenarios = (signal: AbortSignal): Promise<ScenarioList> => ask('/api/scenarios', { signal });

export const getStatus = (signal: AbortSignal): Promise<Status> => ask('/api/status', { signal });

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

/**
 * forgetUser removes all that is remembered of the user of that id, which stands in no address: those are logged. Without
 * one it is the user of the browser's cookie, which goes too.
 */
export const forgetUser = (user?: string): Promise<void> =>
  ask('/api/me', { method: 'DELETE', ...(user !== undefined && { headers: { Authorization: `Bearer ${user}` } }) });
