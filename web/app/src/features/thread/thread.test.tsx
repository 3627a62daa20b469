import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { message } from '../../testing/assistant';
import type { Chat } from './chats';
import { Composer } from './composer';
import { Intro } from './intro';
import type { Thread as Content } from './model';
import { Thread } from './thread';

afterEach(cleanup);

const now = Date.parse('2026-11-23T12:00:00Z');
const nothing: Omit<Content, 'chats'> = { messages: [], answers: {}, captions: undefined, since: undefined, cards: [], zone: 'Europe/Berlin' };

function show(content: Partial<Content>) {
  const chatting = { chats: content.chats ?? [], say: vi.fn(), again: vi.fn(), drop: vi.fn() };
  const thread = (some: Partial<Content>) => (
    <Thread
      content={{ ...nothing, ...some }}
      chatting={{ ...chatting, chats: some.chats ?? [] }}
      botname="Vera"
      lang="en"
      now={now}
      intro={<p>Begin</p>}
      card={(id) => <p>card {id}</p>}
    />
  );
  const view = render(thread(content));
  return { chatting, update: (some: Partial<Content>) => { view.rerender(thread(some)); } };
}
const log = () => screen.getByRole('log', { name: 'Conversation' });
const said = () => screen.getAllByRole('status').map((el) => el.textContent);

test('a message says whose it is, when, how, and that it was cut', () => {
  show({ messages: [message('c1', 'user', 'What is on?', { modality: 'voice' }), message('c2', 'assistant', 'Three meet', { modality: 'voice', interrupted: true })] });
  const [day, mine, answer] = [...log().children];
  expect(day?.textContent).toBe('Today');
  expect(mine?.textContent).toBe('You: What is on?10:00');
  expect(within(mine as HTMLElement).getByRole('img', { name: 'Spoken' })).toBeTruthy();
  expect(answer?.textContent).toMatch(/^Vera: Three meet.?—10:00you interrupted$/);
  expect([mine, answer].map((line) => line?.querySelector('p')?.lang)).toEqual(['', 'en']); // nobody knows what the user writes in
});

test('markup in a message is text', () => {
  show({ messages: [message('c1', 'user', '<b onclick="x()">hi</b>')] });
  expect(log().querySelector('b')).toBeNull();
  expect(screen.getByText('<b onclick="x()">hi</b>')).toBeTruthy();
});

test('before anything was said there is an introduction', () => {
  const { update } = show({});
  expect(screen.getByText('Begin')).toBeTruthy();
  update({ messages: [message('c1', 'user', 'Hi')], cards: [{ id: 'plan', after: 'c1' }] });
  expect(screen.queryByText('Begin')).toBeNull();
  expect(screen.getByText('card plan')).toBeTruthy();
});

const chat = (some: Partial<Chat>): Chat => ({ id: 'a1', text: 'Add task: Buy milk', rev: 1, phase: 'sending', answer: '', ...some });

test('what was typed is on its way until the server has it', () => {
  const { chatting, update } = show({ chats: [chat({})] });
  expect(screen.getByText('Sending…')).toBeTruthy();
  const failed = chat({ phase: 'failed', reason: 'Parley does not answer.' });
  update({ chats: [failed] });
  expect(screen.getByRole('alert').textContent).toContain('Not sent. Parley does not answer.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  fireEvent.click(screen.getByRole('button', { name: 'Leave it' }));
  expect([chatting.again.mock.calls, chatting.drop.mock.calls]).toEqual([[[failed]], [[failed]]]);
});

test('an answer is thought of, grows, and is said to screen readers once it is whole', () => {
  const mine = message('c1', 'user', 'Hi', { action: 'a1' });
  const { update } = show({ messages: [mine], chats: [chat({ phase: 'answering' })] });
  expect(screen.getByText('Vera is thinking')).toBeTruthy();
  update({ messages: [mine], chats: [chat({ phase: 'answering', answer: 'Hel' })] });
  expect(log().textContent).toContain('Hel');
  expect(log().getAttribute('aria-live')).toBe('off');
  expect(said()).toEqual(['']);
  update({ messages: [mine, message('c2', 'assistant', 'Hello.', { replyTo: 'c1' })] });
  expect(said()).toEqual(['Vera: Hello.']);
});

test('what was spoken is not said again', () => {
  const { update } = show({ messages: [message('c1', 'user', 'Hi')] });
  update({ messages: [message('c1', 'user', 'Hi'), message('c2', 'assistant', 'Hello.', { modality: 'voice' })] });
  expect(said()).toEqual(['']);
});

test('a stored message without an answer can be sent again', () => {
  const { chatting } = show({ messages: [message('c1', 'user', 'Hi', { action: 'a1' })], chats: [chat({ phase: 'failed', reason: 'No model.' })] });
  expect(screen.getByRole('alert').textContent).toContain('No answer came. No model.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(chatting.again).toHaveBeenCalledOnce();
});

function type(text: string) {
  const onSay = vi.fn();
  const onText = vi.fn();
  const view = render(<Composer botname="Vera" text={text} fault="" onText={onText} onSay={onSay} />);
  return { onSay, onText, view, box: screen.getByLabelText<HTMLTextAreaElement>('Message Vera') };
}

test('Enter sends what was typed, trimmed; Shift, and an input method, keep it', () => {
  const { box, onSay } = type('  Hi  ');
  fireEvent.keyDown(box, { key: 'Enter', shiftKey: true });
  fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
  expect(onSay).not.toHaveBeenCalled();
  fireEvent.keyDown(box, { key: 'Enter' });
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSay.mock.calls).toEqual([['Hi'], ['Hi']]);
});

test('nothing is not sent', () => {
  const { box, onSay, onText } = type('   ');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(onSay).not.toHaveBeenCalled();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  fireEvent.change(box, { target: { value: 'Hi' } });
  expect(onText).toHaveBeenCalledWith('Hi');
});

test('a box that is full says so', () => {
  const { view } = type('x'.repeat(9_999));
  expect(screen.queryByRole('status')).toBeNull();
  view.unmount();
  expect(type('x'.repeat(10_000)).box.maxLength).toBe(10_000); // a longer text that is pasted is cut there
  expect(screen.getByRole('status').textContent).toBe('No more fits into one message.');
});

test('the introduction says what is kept, and an example is typed by a click', () => {
  const onExample = vi.fn();
  const intro = (kept: boolean) => <Intro botname="Vera" lang="en" description="Keeps your tasks." kept={kept} examples={['Plan my week']} onExample={onExample} />;
  const { rerender } = render(intro(true));
  expect(screen.getByText(/under a secret id in this browser/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Plan my week' }));
  expect(onExample).toHaveBeenCalledWith('Plan my week');
  rerender(intro(false));
  expect(screen.getByText(/This browser keeps nothing/)).toBeTruthy();
});
