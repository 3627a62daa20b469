import { expect, test } from 'vitest';
import type { Message } from '../../lib/api/types.gen';
import { message } from '../../testing/assistant';
import { unstored, type Caption } from './captions';

const caption = (role: Caption['role'], text: string, final = true): Caption => ({ id: text, role, text, final });
const texts = (captions: Caption[], ...stored: Message[]) => unstored(captions, stored).map((one) => one.caption.text);

test('a caption goes when it is stored, whatever its marks', () => {
  expect(texts([caption('user', 'add task, buy milk')], message('c3', 'user', 'Add task: buy milk.'))).toEqual([]);
  expect(texts([caption('user', 'add task')], message('c3', 'assistant', 'add task'))).toEqual(['add task']);
  expect(texts([caption('character', 'Sure.'), caption('character', 'It is on your list.')], message('c4', 'assistant', 'Sure. It is on your list.'))).toEqual([]);
});

test('of an answer that was cut the caption goes too', () => {
  expect(texts([caption('character', 'I can do that for you tomorrow')], message('c4', 'assistant', 'I can do that', { interrupted: true }))).toEqual([]);
});

test('the same words said again are shown again', () => {
  const stored = message('c3', 'user', 'Add a task');
  expect(texts([caption('user', 'Add a task'), caption('user', 'add', false)], stored)).toEqual(['add']);
  expect(texts([caption('user', 'Add a task'), caption('user', 'Add a task')], stored)).toEqual(['Add a task']);
});

test('what was heard differently is the message that stands in its place', () => {
  expect(texts([caption('user', 'by milk')], message('c3', 'user', 'Buy milk'))).toEqual([]);
  expect(texts([caption('user', 'by', false)], message('c3', 'user', 'Bye milk'))).toEqual([]);
  expect(texts([caption('user', 'and', false)], message('c3', 'user', 'Buy milk'))).toEqual(['and']); // still being said
  const greeting = caption('character', 'Hello, Sam here.');
  const stored = [message('c3', 'user', 'Hi'), message('c4', 'assistant', 'What is it?')];
  expect(texts([greeting, caption('user', 'hi'), caption('character', 'What is it?')], ...stored)).toEqual(['Hello, Sam here.']);
});

test('a caption that is not stored is said before the next that is', () => {
  const captions = [caption('character', 'Hello.'), caption('user', 'hi'), caption('character', 'Yes?')];
  expect(unstored(captions, [message('c3', 'user', 'Hi')]).map((one) => [one.caption.text, one.before])).toEqual([['Hello.', 'c3'], ['Yes?', undefined]]);
});
