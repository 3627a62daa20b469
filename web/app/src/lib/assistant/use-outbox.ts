import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { t } from '../language';
import { sendCommand } from '../api/assistant';
import { ApiError } from '../api/client';
import type { AssistantCommand } from '../api/types.gen';
import { randomID } from '../id';
import { deliver, isTransient, post, type Action, type Outbox } from './outbox';
import { sleep } from './sleep';

export interface Commands {
  outbox: Outbox;
  /** send does command, holdMS milliseconds from now, and returns the action's id. */
  send: (command: AssistantCommand, holdMS?: number) => string;
  /** again sends a failed action under its own id. */
  again: (action: Action) => void;
  /** drop takes back an action that is held or has failed. */
  drop: (action: Action) => void;
}

/**
 * useOutbox sends the user's actions, those on the same thing in order. rev is the
 * revision of the state that the page shows. What is still held when the page is
 * left is sent at once. resend sends those again that got no answer.
 */
export function useOutbox(user: string, rev: number): [commands: Commands, resend: () => void] {
  const [outbox, emit] = useReducer(post, []);
  const holds = useRef(new Map<string, { timer: ReturnType<typeof setTimeout>; go: (leaving: boolean) => void }>());
  const lines = useRef(new Map<string, Promise<void>>()); // of each thing's actions, one after the other

  const run = useCallback((id: string, command: AssistantCommand, leaving = false) => {
    holds.current.delete(id);
    emit({ kind: 'saving', id });
    const attempt = async () => {
      try {
        const reply = await deliver({ id, command }, (c) => sendCommand(user, c, leaving), sleep);
        emit({ kind: 'saved', id, rev: reply.rev });
      } catch (error) {
        const reason = error instanceof ApiError ? error.message : t('deskFailed');
        emit({ kind: 'failed', id, reason, lost: isTransient(error) });
      }
    };
    const thing = command.id ?? id;
    lines.current.set(thing, leaving ? attempt() : (lines.current.get(thing) ?? Promise.resolve()).then(attempt));
  }, [user]);

  const send = useCallback((command: AssistantCommand, holdMS = 0) => {
    const id = randomID();
    emit({ kind: 'put', id, command, held: holdMS > 0 });
    const go = (leaving: boolean) => { run(id, command, leaving); };
    if (holdMS === 0) go(false);
    else holds.current.set(id, { timer: setTimeout(go, holdMS, false), go });
    return id;
  }, [run]);

  const again = useCallback(({ id, command, phase }: Action) => {
    if (phase === 'failed') run(id, command);
  }, [run]);

  const drop = useCallback(({ id }: Action) => {
    clearTimeout(holds.current.get(id)?.timer);
    holds.current.delete(id);
    emit({ kind: 'dropped', id });
  }, []);

  useEffect(() => { emit({ kind: 'seen', rev }); }, [rev, outbox]);

  useEffect(() => {
    const held = holds.current;
    const flush = () => {
      for (const { timer, go } of held.values()) {
        clearTimeout(timer);
        go(true);
      }
    };
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);

  const resend = () => {
    for (const action of outbox) if (action.lost === true) again(action);
  };
  return [useMemo(() => ({ outbox, send, again, drop }), [outbox, send, again, drop]), resend];
}
