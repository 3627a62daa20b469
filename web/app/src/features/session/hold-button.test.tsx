import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AgentError } from '../../lib/livekit/agent';
import { HoldButton } from './hold-button';

const asked: string[] = [];
const agent = {
  startTurn: vi.fn(() => Promise.resolve(void asked.push('start'))),
  endTurn: vi.fn(() => Promise.resolve(void asked.push('end'))),
  cancelTurn: vi.fn(() => Promise.resolve(void asked.push('cancel'))),
};

beforeEach(() => {
  asked.length = 0;
  // jsdom has no pointer capture.
  HTMLElement.prototype.setPointerCapture = vi.fn();
});
afterEach(cleanup);

const button = () => screen.getByRole<HTMLButtonElement>('button');
const pressed = () => button().getAttribute('aria-pressed');
const wantAsked = (...want: string[]) => vi.waitFor(() => { expect(asked).toEqual(want); });
// jsdom has no PointerEvent; a MouseEvent of that type has the same button.
const point = (type: string, which = 0) => fireEvent(button(), new MouseEvent(type, { bubbles: true, button: which }));

test('a finger holds and lets go', async () => {
  render(<HoldButton agent={agent} blocked="" />);
  point('pointerdown');
  expect(pressed()).toBe('true');
  expect(button().textContent).toContain('Let go to send');
  point('pointerup');
  point('lostpointercapture');
  fireEvent.click(button(), { detail: 1 }); // what browsers add to a hold
  expect(pressed()).toBe('false');
  await wantAsked('start', 'end');
});

test.each(['pointercancel', 'lostpointercapture', 'focusout'])('%s lets go', async (how) => {
  render(<HoldButton agent={agent} blocked="" />);
  point('pointerdown');
  point(how);
  await wantAsked('start', 'end');
});

test('the second mouse button holds nothing', () => {
  render(<HoldButton agent={agent} blocked="" />);
  point('pointerdown', 2);
  expect(pressed()).toBe('false');
});

test('Escape takes the words back, by key or by pointer', async () => {
  render(<HoldButton agent={agent} blocked="" />);
  fireEvent.keyDown(button(), { key: ' ' });
  fireEvent.keyDown(button(), { key: 'Escape' });
  fireEvent.keyUp(button(), { key: ' ' });
  await wantAsked('start', 'cancel');
  point('pointerdown');
  fireEvent.keyDown(window, { key: 'Escape' });
  point('pointerup');
  await wantAsked('start', 'cancel', 'start', 'cancel');
});

test('a click by assistive technology takes and gives the floor', async () => {
  render(<HoldButton agent={agent} blocked="" />);
  fireEvent.click(button());
  expect(pressed()).toBe('true');
  fireEvent.click(button());
  await wantAsked('start', 'end');
});

test('a turn under way ends when the call does', async () => {
  const { unmount } = render(<HoldButton agent={agent} blocked="" />);
  fireEvent.keyDown(window, { key: ' ' });
  unmount();
  await wantAsked('start', 'end');
});

test('a refusal is said and nothing stays held', async () => {
  agent.startTurn.mockImplementationOnce(() => Promise.reject(new AgentError('The call has ended.')));
  render(<HoldButton agent={agent} blocked="" />);
  point('pointerdown');
  expect(await screen.findByText('The call has ended.')).toBeTruthy();
  expect(pressed()).toBe('false');
});

test('why it is blocked is said, and Space does nothing then', () => {
  render(<HoldButton agent={agent} blocked="You're muted." />);
  expect(button().disabled).toBe(true);
  expect(screen.getByText("You're muted.")).toBeTruthy();
  fireEvent.keyDown(window, { key: ' ' });
  expect(pressed()).toBe('false');
});
