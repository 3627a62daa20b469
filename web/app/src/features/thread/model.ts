import type { Message } from '../../lib/api/types.gen';
import type { Answer } from '../../lib/assistant/kept';
import { localOf } from '../../lib/time';
import { unstored, type Caption } from './captions';
import type { Chat, Chats } from './chats';

/** One line of the thread. */
export type Line =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'message'; key: string; message: Message; clock: string }
  | { kind: 'card'; key: string; card: string }
  /** What was typed here and is not stored yet. */
  | { kind: 'mine'; key: string; chat: Chat }
  /** An answer that is being made; without text it has not begun. */
  | { kind: 'answer'; key: string; text: string; failed: boolean; doing?: string | undefined; written?: number | undefined }
  /** A stored message that got no answer. */
  | { kind: 'fault'; key: string; chat: Chat }
  | { kind: 'caption'; key: string; caption: Caption };

export interface Thread {
  messages: readonly Message[];
  chats: Chats;
  /** answers are those under way, by the id of the user's message. */
  answers: Readonly<Record<string, Answer>>;
  /** captions are the call's, undefined without one. */
  captions: readonly Caption[] | undefined;
  /** since is the last message before the call. */
  since: string | undefined;
  /** cards are what is shown after which message. */
  cards: readonly { id: string; after: string }[];
  zone: string;
}

/** linesOf puts all that was said, is being said and is shown with it in order. */
export function linesOf({ messages, chats, answers, captions, since, cards, zone }: Thread): Line[] {
  const lines: Line[] = [];
  const ids = new Set(messages.map((message) => message.id));
  const begun = messages.slice(messages.findIndex((message) => message.id === since) + 1);
  const spoken = captions === undefined ? [] : unstored(captions, begun);
  const show = (after: (id: string) => boolean) => {
    for (const card of cards) if (after(card.after)) lines.push({ kind: 'card', key: `card-${card.id}`, card: card.id });
  };
  const speak = (before: string | undefined) => {
    for (const one of spoken) if (one.before === before) lines.push({ kind: 'caption', key: one.caption.id, caption: one.caption });
  };
  show((after) => !ids.has(after));
  let day = '';
  for (const message of messages) {
    speak(message.id);
    const at = localOf(Date.parse(message.timestamp), zone);
    if (at.day !== day) lines.push({ kind: 'day', key: `day-${at.day}-${message.id}`, day: at.day });
    day = at.day;
    lines.push({ kind: 'message', key: message.id, message, clock: at.clock });
    show((after) => after === message.id);
  }
  lines.push(...underWay(messages, chats, captions === undefined ? answers : {}));
  speak(undefined);
  return lines;
}

/** underWay are the messages that are on their way, and the answers. */
function underWay(messages: readonly Message[], chats: Chats, answers: Thread['answers']): Line[] {
  const lines: Line[] = [];
  const replied = new Set(messages.map((message) => message.replyTo));
  for (const message of messages) {
    if (message.role !== 'user' || replied.has(message.id)) continue;
    const chat = message.action === undefined ? undefined : chats.find((one) => one.id === message.action);
    const answer = answers[message.id];
    if (chat?.phase === 'failed') lines.push({ kind: 'fault', key: chat.id, chat });
    else if (chat !== undefined || answer !== undefined) {
      // Both tell the same, but pieces are taken back in the answer to this page alone.
      const text = chat?.phase === 'answering' ? chat.answer : answer?.text ?? '';
      lines.push({ kind: 'answer', key: `to-${message.id}`, text, failed: answer?.failed ?? false, doing: answer?.doing, written: answer?.written });
    }
  }
  for (const chat of chats) {
    if (messages.some((message) => message.action === chat.id)) continue;
    lines.push({ kind: 'mine', key: chat.id, chat });
    if (chat.phase === 'answering') lines.push({ kind: 'answer', key: `to-${chat.id}`, text: chat.answer, failed: false });
  }
  return lines;
}
