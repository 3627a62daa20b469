import { act, fireEvent, screen } from '@testing-library/react';
import { RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConsentVersion } from '../lib/api/types.gen';
import { keepConsent } from '../lib/consent';
import { newRoom } from '../lib/livekit/room';
import { AttrFinal, AttrSegment, AttrState, MethodCallEnded, MethodEndCall, TopicTranscription } from '../lib/rpc/types.gen';
import { message, stateOf } from '../testing/assistant';
import type { FakeAssistant } from '../testing/fake-assistant';
import { FakeRoom } from '../testing/fake-room';
import { button, closePage, freshPage, log, open, say, settle } from '../testing/open-assistant';

vi.mock('../lib/livekit/room');

let room: FakeRoom;
let server: FakeAssistant;

beforeEach(() => {
  room = new FakeRoom();
  server = freshPage();
  keepConsent(localStorage, { version: ConsentVersion, at: 1 });
  server.state = stateOf({ messages: [message('c1', 'user', 'Hi')] });
  vi.mocked(newRoom).mockImplementation(() => room.room);
});
afterEach(closePage);

const caption = (from: string, segment: string, text: string, final = true) =>
  settle(() => { room.send(TopicTranscription, [text], from, { [AttrSegment]: segment, [AttrFinal]: `${final}` }); });

/** talk opens the assistant and calls it. */
async function talk() {
  await open();
  await import('./voice-call');
  await settle();
  await settle(() => { fireEvent.click(button('Talk')); });
}
const answered = () => settle(() => { room.emit(RoomEvent.ParticipantConnected, room.addAgent({ [AttrState]: 'listening' })); });

test('a call is placed in the conversation, and can be given up', async () => {
  await talk();
  expect(screen.getByText('Ringing…')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Talk' })).toBeNull();
  await settle(() => { fireEvent.click(button('Cancel')); });
  expect(button('Talk')).toBeTruthy();
  expect(room.disconnect).toHaveBeenCalled();
});

test('what both say is in the conversation at once, and once, when it is stored', async () => {
  await talk();
  await answered();
  expect(screen.getByTestId('floor').textContent).toContain('Listening');
  await caption('ada', 'U1', 'add task', false);
  expect(log()).toContain('You: add task');
  await caption('ada', 'U1', 'Add task buy milk.');
  await settle(() => {
    server.change({ messages: [...server.state.messages, message('c2', 'user', 'Add task: buy milk', { modality: 'voice' })] });
  });
  await caption('agent-1', 'C1', 'It is on your list.');
  expect(log().match(/milk/g)).toHaveLength(1);
  expect(log()).toContain('Vera: It is on your list.');
});

test('typed in a call, a message goes into it; one that is too long, or after it, goes to the server', async () => {
  await talk();
  await answered();
  await say('Buy milk');
  expect(room.localParticipant.sendText.mock.calls[0]?.[0]).toBe('Buy milk');
  expect(server.chats).toHaveLength(0);
  await say('x'.repeat(2001));
  expect(server.chats).toHaveLength(1);
  room.localParticipant.sendText.mockRejectedValueOnce(new Error('closed'));
  await say('Buy bread');
  expect(screen.getByRole('alert').textContent).toBe('That was not sent. Try again.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message Vera').value).toBe('Buy bread');
});

test('hung up, the agent is asked to end, and the conversation stays', async () => {
  await talk();
  await answered();
  await settle(() => { fireEvent.click(button('Hang up')); });
  expect(room.localParticipant.performRpc).toHaveBeenCalledWith({ destinationIdentity: 'agent-1', method: MethodEndCall, payload: '{}' });
  vi.useFakeTimers();
  await act(async () => { await room.call(MethodCallEnded, '{"outcome":"left","call_id":"c","reason":"You ended the call."}'); });
  await act(() => vi.advanceTimersByTimeAsync(1500));
  vi.useRealTimers();
  expect(button('Talk')).toBeTruthy();
  expect(screen.queryByText('You ended the call.')).toBeNull();
  expect(log()).toContain('Hi');
});

test('a call that breaks off says why', async () => {
  await talk();
  await answered();
  await settle(() => { room.emit(RoomEvent.Disconnected); });
  expect(await screen.findByText('The connection was lost.')).toBeTruthy();
  expect(button('Talk')).toBeTruthy();
});
