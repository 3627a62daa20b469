import { useCallback, useEffect, useReducer } from 'react';
import { chat as ask } from '../../lib/api/assistant';
import type { Message } from '../../lib/api/types.gen';
import { sleep } from '../../lib/assistant/sleep';
import { randomID } from '../../lib/id';
import { chatReducer, converse, type Chat, type Chats } from './chats';

export interface Chatting {
  chats: Chats;
  /** say sends a message by a user who sees the list of revision rev. */
  say: (text: string, rev: number) => void;
  /** again sends a failed message under its own id. */
  again: (chat: Chat) => void;
  drop: (chat: Chat) => void;
}

/** useChats holds what the user types to scene; an answer goes on when the page shows something else. */
export function useChats(user: string, scene: string, messages: readonly Message[]): Chatting {
  const [chats, emit] = useReducer(chatReducer, []);
  const send = useCallback((chat: Pick<Chat, 'id' | 'text' | 'rev'>) => {
    const { signal } = new AbortController();
    void converse({ chat, scene, ask: (request) => ask(user, request, signal), emit, sleep });
  }, [user, scene]);
  const say = useCallback((text: string, rev: number) => {
    const id = randomID();
    emit({ kind: 'said', id, text, rev });
    send({ id, text, rev });
  }, [send]);
  const again = useCallback((chat: Chat) => {
    emit({ kind: 'again', id: chat.id });
    send(chat);
  }, [send]);
  const drop = useCallback((chat: Chat) => { emit({ kind: 'dropped', id: chat.id }); }, []);
  useEffect(() => { emit({ kind: 'seen', messages }); }, [messages, chats]);
  return { chats, say, again, drop };
}
