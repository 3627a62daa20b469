import type { Progress, ProgressList, Receipt } from './calls.gen';
import { ask } from './client';
import type { JoinReply, Ledger, LinkReply, Privacy } from './types.gen';

const post = (body: unknown): RequestInit => ({
  method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
});

/** getPrivacy is who hears what a user says, and for how long it is kept. */
export const getPrivacy = (signal: AbortSignal): Promise<Privacy> => ask('/api/privacy', { signal });

/** getLedger is all that is kept of the person, by kind. */
export const getLedger = (signal: AbortSignal): Promise<Ledger> => ask('/api/me/ledger', { signal });

/** deleteAll deletes all that is kept of the person, whom the browser then forgets. */
export const deleteAll = (): Promise<Receipt> => ask('/api/me', { method: 'DELETE' });

/** deleteKind deletes all that is kept of the person of one kind. It rejects with status 409 while a call of theirs is under way. */
export const deleteKind = (kind: string): Promise<Receipt> => ask(`/api/me/ledger/${encodeURIComponent(kind)}`, { method: 'DELETE' });

/** listProgress is how far the person came in each scene that they have attempted. */
export const listProgress = (signal: AbortSignal): Promise<ProgressList> => ask('/api/me/progress', { signal });

/** getProgress is the person's attempts at a scene. */
export const getProgress = (scene: string, signal: AbortSignal): Promise<Progress> =>
  ask(`/api/me/progress?scene=${encodeURIComponent(scene)}`, { signal });

/** makeLink makes a code that carries the person to another device; the one before it ends. */
export const makeLink = (): Promise<LinkReply> => ask('/api/me/link', { method: 'POST' });

/** join makes this browser the person who was given code. It rejects with status 404 for one that is none, was used or is too old. */
export const join = (code: string): Promise<JoinReply> => ask('/api/me/join', post({ code }));

/**
 * forgetUser removes all that is remembered of the user of that id, which stands in no address: those are logged. Without
 * one it is the user of the browser's cookie, which goes too.
 */
export const forgetUser = (user?: string): Promise<void> =>
  ask('/api/me', { method: 'DELETE', ...(user !== undefined && { headers: { Authorization: `Bearer ${user}` } }) });
