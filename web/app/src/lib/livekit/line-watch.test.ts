import { DisconnectReason, ParticipantKind, RoomEvent } from 'livekit-client';
import { beforeEach, expect, test } from 'vitest';
import { FakeRoom } from '../../testing/fake-room';
import type { CallEvent } from '../rpc/events';
import { AttrState, AttrUserState, UserAway } from '../rpc/types.gen';
import { listen } from './line';

// Who is in the room, and whether it can be reached.

let room: FakeRoom;
let events: CallEvent[];

beforeEach(() => {
  room = new FakeRoom();
  events = [];
  listen(room.room, (event) => events.push(event));
});

const speaking = { [AttrState]: 'speaking' };
const seen = [
  { kind: 'agent', identity: 'agent-1', state: 'speaking' },
  { kind: 'user_state', identity: 'agent-1', away: false },
];

test('an agent that joins or was there before is seen, with its state', () => {
  const agent = room.addAgent(speaking);
  room.emit(RoomEvent.ParticipantConnected, agent);
  expect(events).toEqual(seen);
  room.emit(RoomEvent.Connected);
  expect(events).toEqual([...seen, ...seen]);
});

test('its state and whether the user is away follow its attributes', () => {
  const agent = room.addAgent({ [AttrState]: 'dancing', [AttrUserState]: UserAway });
  room.emit(RoomEvent.ParticipantAttributesChanged, {}, agent);
  expect(events).toEqual([{ kind: 'user_state', identity: 'agent-1', away: true }]);
});

test('others come, change and go unseen', () => {
  const eve = room.add('eve', ParticipantKind.STANDARD, speaking);
  room.emit(RoomEvent.ParticipantConnected, eve);
  room.emit(RoomEvent.ParticipantAttributesChanged, {}, eve);
  room.emit(RoomEvent.ParticipantAttributesChanged, {}, { ...room.localParticipant, kind: ParticipantKind.AGENT, attributes: speaking });
  room.emit(RoomEvent.ParticipantDisconnected, eve);
  expect(events).toEqual([]);
});

test('an agent that leaves is missed', () => {
  room.emit(RoomEvent.ParticipantDisconnected, room.addAgent());
  expect(events).toEqual([{ kind: 'agent_left' }]);
});

test('the connection breaks and comes back', () => {
  room.emit(RoomEvent.Reconnecting);
  room.emit(RoomEvent.Reconnected);
  expect(events).toEqual([{ kind: 'reconnecting' }, { kind: 'reconnected' }]);
});

test.each([
  [DisconnectReason.CLIENT_INITIATED, 'You left the call.'],
  [DisconnectReason.DUPLICATE_IDENTITY, 'This call was opened somewhere else.'],
  [DisconnectReason.ROOM_DELETED, 'The call was closed.'],
  [DisconnectReason.PARTICIPANT_REMOVED, 'The call was closed.'],
  [DisconnectReason.SERVER_SHUTDOWN, 'The server was stopped.'],
  [DisconnectReason.STATE_MISMATCH, 'The connection was lost.'],
  [undefined, 'The connection was lost.'],
])('disconnect reason %s: %s', (reason, words) => {
  room.emit(RoomEvent.Disconnected, reason);
  expect(events).toEqual([{ kind: 'dropped', reason: words }]);
});
