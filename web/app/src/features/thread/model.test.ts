import { expect, test } from 'vitest';
import { message } from '../../testing/assistant';
import type { Caption } from './captions';
import type { Chat } from './chats';
import { linesOf, type Line, type Thread } from './model';

const none: Thread = { messages: [], chats: [], answers: {}, captions: undefined, since: undefined, cards: [], zone: 'Europe/Berlin' };

/** A line in short. */
const brief = (line: Line): string => {
  switch (line.kind) {
    case 'day':
      return `-- ${line.day}`;
    case 'message':
      return `${line.message.role}: ${line.message.content}`;
    case 'card':
      return `[${line.card}]`;
    case 'mine':
      return `mine (${line.chat.phase}): ${line.chat.text}`;
    case 'answer':
      return `answer: ${line.text}${line.failed ? ' (failed)' : ''}`;
    case 'fault':
      return `fault: ${line.chat.reason ?? ''}`;
    case 'caption':
      return `${line.caption.role} says: ${line.caption.text}`;
  }
};
const lines = (thread: Partial<Thread>) => linesOf({ ...none, ...thread }).map(brief);

const hi = message('c1', 'user', 'Hi', { timestamp: '2026-11-23T22:30:00Z', action: 'a1' });
const hello = message('c2', 'assistant', 'Hello.', { timestamp: '2026-11-23T23:30:00Z', replyTo: 'c1' });
const chat = (some: Partial<Chat> = {}): Chat => ({ id: 'a1', text: 'Hi', rev: 1, phase: 'sending', answer: '', ...some });

test('days are those of the zone', () => {
  expect(lines({ messages: [hi, hello] })).toEqual(['-- 2026-11-23', 'user: Hi', '-- 2026-11-24', 'assistant: Hello.']);
  expect(lines({ messages: [hi, hello], zone: 'UTC' })).toEqual(['-- 2026-11-23', 'user: Hi', 'assistant: Hello.']);
  expect(linesOf({ ...none, messages: [hi] })[1]).toMatchObject({ clock: '23:30' });
});

test('cards stand after their message, or before all', () => {
  const cards = [{ id: 'plan', after: 'c1' }, { id: 'summary', after: '' }];
  expect(lines({ messages: [hi, hello], cards, zone: 'UTC' })).toEqual(['[summary]', '-- 2026-11-23', 'user: Hi', '[plan]', 'assistant: Hello.']);
});

test('what was typed is there at once, and becomes the stored message', () => {
  expect(lines({ chats: [chat()] })).toEqual(['mine (sending): Hi']);
  expect(lines({ chats: [chat({ phase: 'answering', answer: 'Hel' })] })).toEqual(['mine (answering): Hi', 'answer: Hel']);
  expect(lines({ messages: [hi], chats: [chat({ phase: 'answering', answer: 'Hel' })] }).slice(1)).toEqual(['user: Hi', 'answer: Hel']);
  expect(lines({ messages: [hi], chats: [chat({ phase: 'failed', reason: 'No.' })] }).slice(1)).toEqual(['user: Hi', 'fault: No.']);
});

test('an answer that comes both ways is shown once, as this page is answered', () => {
  const answers = { c1: { text: 'Hello', next: 2 }, c9: { text: 'of a message that is not here yet', next: 1 } };
  expect(lines({ messages: [hi], answers }).slice(2)).toEqual(['answer: Hello']);
  expect(lines({ messages: [hi], answers, chats: [chat({ phase: 'sending' })] }).slice(2)).toEqual(['answer: Hello']);
  expect(lines({ messages: [hi], answers, chats: [chat({ phase: 'answering', answer: 'Ah' })] }).slice(2)).toEqual(['answer: Ah']);
  expect(lines({ messages: [hi], answers: { c1: { text: 'No model.', next: 0, failed: true } } }).slice(2)).toEqual(['answer: No model. (failed)']);
  expect(lines({ messages: [hi, hello], answers, zone: 'UTC' }).slice(3)).toEqual([]);
});

test('in a call what is spoken is shown, not the answer that runs ahead of the voice', () => {
  const captions: Caption[] = [{ id: 's1', role: 'character', text: 'Hel', final: false }];
  expect(lines({ messages: [hi], answers: { c1: { text: 'Hello there', next: 2 } }, captions, since: 'c1' }).slice(2)).toEqual(['character says: Hel']);
});

test('what was spoken and not stored stands where it was said', () => {
  const captions: Caption[] = [
    { id: 's1', role: 'character', text: 'Hello, Sam here.', final: true },
    { id: 's2', role: 'user', text: 'hello', final: true },
    { id: 's3', role: 'character', text: 'What', final: false },
  ];
  expect(lines({ messages: [hi, message('c3', 'user', 'Hello')], captions, since: 'c1' }).slice(2))
    .toEqual(['character says: Hello, Sam here.', 'user: Hello', 'character says: What']);
});

test('only messages since the call began count', () => {
  const captions: Caption[] = [{ id: 's1', role: 'user', text: 'Hi', final: false }];
  expect(lines({ messages: [hi], captions, since: 'c1' }).slice(2)).toEqual(['user says: Hi']);
  expect(lines({ messages: [hi], captions, since: undefined }).slice(2)).toEqual([]);
});
