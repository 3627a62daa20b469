import { ApiError } from '../api/client';
import type { AssistantCommand, CommandReply } from '../api/types.gen';

/** What the page has asked for and the state does not show yet. */
export interface Action {
  /** id is the same however often the action is sent, so that it is done once. */
  id: string;
  command: AssistantCommand;
  /** "held" can still be undone; "saved" is in the state of revision rev. */
  phase: 'held' | 'saving' | 'failed' | 'saved';
  /** reason is why it failed, in plain words. */
  reason?: string;
  /** lost is set where no answer came: it is sent again once there is a connection. */
  lost?: boolean;
  rev?: number;
}

export type Outbox = readonly Action[];

export type OutboxEvent =
  | { kind: 'put'; id: string; command: AssistantCommand; held: boolean }
  | { kind: 'saving'; id: string }
  | { kind: 'saved'; id: string; rev: number }
  | { kind: 'failed'; id: string; reason: string; lost: boolean }
  | { kind: 'dropped'; id: string }
  /** The page has the state of that revision. */
  | { kind: 'seen'; rev: number };

/** post folds what happens to actions. */
export function post(outbox: Outbox, event: OutboxEvent): Outbox {
  switch (event.kind) {
    case 'put':
      return [...outbox, { id: event.id, command: event.command, phase: event.held ? 'held' : 'saving' }];
    case 'saving':
      return change(outbox, event.id, { phase: 'saving' });
    case 'saved':
      return change(outbox, event.id, { phase: 'saved', rev: event.rev });
    case 'failed':
      return change(outbox, event.id, { phase: 'failed', reason: event.reason, lost: event.lost });
    case 'dropped':
      return outbox.filter((action) => action.id !== event.id);
    case 'seen': {
      const left = outbox.filter((action) => action.rev === undefined || action.rev > event.rev);
      return left.length === outbox.length ? outbox : left;
    }
  }
}

function change(outbox: Outbox, id: string, to: Partial<Action> & Pick<Action, 'phase'>): Outbox {
  return outbox.map((action) => {
    if (action.id !== id) return action;
    const { command } = action;
    return { id, command, ...to };
  });
}

/** actionOn is the newest action on what has that id. */
export const actionOn = (outbox: Outbox, id: string): Action | undefined => outbox.findLast((action) => action.command.id === id);

/** newestRev is the revision that the page must come to see; 0 if it has all. */
export const newestRev = (outbox: Outbox): number => Math.max(0, ...outbox.map((action) => action.rev ?? 0));

/** How long to wait before an action is sent again, in milliseconds. */
const waits = [500, 1500, 4000];

/** maxWait is how long a server may ask for patience before the user is told. */
const maxWaitS = 10;

export type Send = (command: AssistantCommand) => Promise<CommandReply>;

/** isTransient says that the same may work in a moment. */
export const isTransient = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** deliver sends an action until it is answered, a few times at most and always under the same id. */
export async function deliver(action: Pick<Action, 'id' | 'command'>, send: Send, sleep: (ms: number) => Promise<void>): Promise<CommandReply> {
  for (const wait of waits) {
    try {
      return await send({ ...action.command, actionId: action.id });
    } catch (error) {
      if (!isTransient(error) || (error.again ?? 0) > maxWaitS) throw error;
      await sleep(error.again === undefined ? wait : error.again * 1000);
    }
  }
  return send({ ...action.command, actionId: action.id });
}
