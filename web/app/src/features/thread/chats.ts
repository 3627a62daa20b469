import { isTransient } from '../../lib/assistant/outbox';
import type { ChatStep } from '../../lib/api/assistant';
import { ApiError } from '../../lib/api/client';
import type { ChatRequest, Message } from '../../lib/api/types.gen';
import { t } from '../../lib/language';

/** A message that was typed here and whose answer the state does not have yet. */
export interface Chat {
  /** id is its action: sent again it is answered once. */
  id: string;
  text: string;
  /** rev is the revision of the list that the user saw. */
  rev: number;
  phase: 'sending' | 'answering' | 'failed';
  /** answer is what has come of it. */
  answer: string;
  /** want is the newest revision that the server has spoken of. */
  want?: number;
  /** reason is why it failed, in plain words. */
  reason?: string;
}

export type Chats = readonly Chat[];

export type ChatEvent =
  | { kind: 'said'; id: string; text: string; rev: number }
  | { kind: 'again'; id: string }
  | { kind: 'step'; id: string; step: ChatStep }
  | { kind: 'failed'; id: string; reason: string }
  | { kind: 'dropped'; id: string }
  /** The page has these messages. */
  | { kind: 'seen'; messages: readonly Message[] };

/** chatReducer folds what happens to typed messages. */
export function chatReducer(chats: Chats, event: ChatEvent): Chats {
  switch (event.kind) {
    case 'said':
      return [...chats, { id: event.id, text: event.text, rev: event.rev, phase: 'sending', answer: '' }];
    case 'again':
      return change(chats, event.id, ({ id, text, rev }) => ({ id, text, rev, phase: 'sending', answer: '' }));
    case 'step':
      return change(chats, event.id, (chat) => heard(chat, event.step));
    case 'failed':
      return change(chats, event.id, (chat) => ({ ...chat, phase: 'failed', reason: event.reason }));
    case 'dropped':
      return chats.filter((chat) => chat.id !== event.id);
    case 'seen': {
      const left = chats.filter((chat) => !isAnswered(chat, event.messages));
      return left.length === chats.length ? chats : left;
    }
  }
}

const change = (chats: Chats, id: string, to: (chat: Chat) => Chat): Chats => chats.map((chat) => (chat.id === id ? to(chat) : chat));

function heard(chat: Chat, step: ChatStep): Chat {
  const answering: Chat = { ...chat, phase: 'answering' };
  switch (step.kind) {
    case 'tasks':
      return { ...answering, want: step.reply.rev };
    case 'token':
      return { ...answering, answer: step.token.reset === true ? step.token.text : chat.answer + step.token.text };
    case 'done':
      return { ...answering, want: step.reply.rev, answer: step.reply.content };
  }
}

function isAnswered(chat: Chat, messages: readonly Message[]): boolean {
  const mine = messages.find((message) => message.action === chat.id);
  return mine !== undefined && messages.some((message) => message.replyTo === mine.id);
}

/** wantedBy is the revision that the page must come to see; 0 if it has all. */
export const wantedBy = (chats: Chats): number => Math.max(0, ...chats.map((chat) => chat.want ?? 0));

/** How long to wait before a message is sent again, in milliseconds. */
const waits = [700, 2500];

export interface Conversing {
  chat: Pick<Chat, 'id' | 'text' | 'rev'>;
  scene: string;
  ask: (request: ChatRequest) => AsyncIterable<ChatStep>;
  emit: (event: ChatEvent) => void;
  sleep: (ms: number) => Promise<void>;
}

/** converse sends a message until it is answered, a few times at most and always under the same id. */
export async function converse({ chat: { id, text, rev }, scene, ask, emit, sleep }: Conversing): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      for await (const step of ask({ message: text, actionId: id, rev, scene })) emit({ kind: 'step', id, step });
      return;
    } catch (error) {
      const wait = waits[tries];
      if (wait === undefined || !isTransient(error) || error.again !== undefined) {
        emit({ kind: 'failed', id, reason: error instanceof ApiError ? error.message : t('deskFailed') });
        return;
      }
      await sleep(wait);
      emit({ kind: 'again', id });
    }
  }
}
