import { t } from '../language';
import type { ErrorReply, ScenarioList, Status } from './types.gen';

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
