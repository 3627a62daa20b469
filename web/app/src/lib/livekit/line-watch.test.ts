import { DisconnectReason, ParticipantKind, RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeRoom } from '../../testing/fake-room';
import type { CallEvent } from '../rpc/events';
import { AttrState, AttrUserState, UserAway } from '../rpc/types.gen';
import { listen } from './line';
import { leftMS, returnMS } from './presence';

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
  const clocks = { kind: 'clocks', identity: 'agent-1', paused: false, limit: undefined };
  expect(events).toEqual([...seen, clocks]);
  room.emit(RoomEvent.Connected);
  expect(events).toEqual([...seen, clocks, ...seen]); // clocks that are as they were are no news
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

describe('an agent that leaves', () => {
  const working = { [AttrState]: 'listening' };
  const leaves = () => {
    const agent = room.addAgent(working);
    room.emit(RoomEvent.ParticipantConnected, agent);
    room.remoteParticipants.delete(agent.identity);
    room.emit(RoomEvent.ParticipantDisconnected, agent);
    events = [];
  };
  const restart = () => {
    room.emit(RoomEvent.Reconnecting);
    room.emit(RoomEvent.Reconnected);
    events = [];
  };

  beforeEach(() => { vi.useFakeTimers(); });
  afterEach(() => { vi.useRealTimers(); });

  test('is missed', () => {
    leaves();
    vi.advanceTimersByTime(leftMS - 1);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(events).toEqual([{ kind: 'agent_left' }]);
  });

  test('is missed though it never worked', () => {
    room.emit(RoomEvent.ParticipantDisconnected, room.addAgent());
    vi.advanceTimersByTime(leftMS);
    expect(events).toEqual([{ kind: 'agent_left' }]);
  });

  test('may come back after a connection made anew', () => {
    leaves();
    restart();
    vi.advanceTimersByTime(returnMS - 1);
    room.emit(RoomEvent.ParticipantConnected, room.addAgent(working));
    vi.advanceTimersByTime(returnMS);
    expect(events.map(({ kind }) => kind)).toEqual(['agent', 'user_state']);
  });

  test('is missed if it does not', () => {
    leaves();
    room.emit(RoomEvent.Reconnecting);
    vi.advanceTimersByTime(60_000); // nobody can be seen meanwhile
    room.emit(RoomEvent.Reconnected);
    vi.advanceTimersByTime(returnMS);
    expect(events.map(({ kind }) => kind)).toEqual(['reconnecting', 'reconnected', 'agent_left']);
  });

  test('is waited for by another, who goes on in its place only when it is at work', () => {
    leaves();
    restart();
    const other = room.add('agent-2', ParticipantKind.AGENT, { [AttrState]: 'initializing' });
    room.emit(RoomEvent.ParticipantConnected, other);
    events = [];
    other.attributes = working;
    room.emit(RoomEvent.ParticipantAttributesChanged, {}, other);
    expect(events).toContainEqual({ kind: 'anew', identity: 'agent-2', state: 'listening' });
    vi.advanceTimersByTime(returnMS);
    expect(events.map(({ kind }) => kind)).not.toContain('agent_left');
  });

  test('is not missed if it is another than the one who talks', () => {
    room.emit(RoomEvent.ParticipantConnected, room.addAgent(working));
    const other = room.add('agent-2', ParticipantKind.AGENT, working);
    room.emit(RoomEvent.ParticipantConnected, other);
    room.emit(RoomEvent.ParticipantDisconnected, other);
    vi.advanceTimersByTime(returnMS);
    expect(events.map(({ kind }) => kind)).not.toContain('agent_left');
    expect(events.map(({ kind }) => kind)).not.toContain('anew');
  });
});

test('the connection breaks and comes back', () => {
  room.emit(RoomEvent.SignalReconnecting); // the way of words, while that of sound may still be there
  room.emit(RoomEvent.Reconnecting);
  room.emit(RoomEvent.Reconnected);
  expect(events.map(({ kind }) => kind)).toEqual(['reconnecting', 'reconnecting', 'reconnected']);
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
  expect(events).toEqual([{ kind: 'dropped', reason: words, ...(reason === DisconnectReason.DUPLICATE_IDENTITY && { elsewhere: true }) }]);
});
