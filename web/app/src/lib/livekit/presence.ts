import { ParticipantKind, RoomEvent, type RemoteParticipant, type Room } from 'livekit-client';
import type { Listener } from '../rpc/events';
import { parseState } from '../rpc/parse';
import { AttrState } from '../rpc/types.gen';

/**
 * How long a character may be gone before it is missed, in ms: livekit-client tells that all have left before it
 * tells that it connects anew.
 */
export const leftMS = 1000;

/** How long it may take to come back once the connection was made anew: agents wait 10 s for each other. */
export const returnMS = 15_000;

/**
 * followAgent tells when the agent the user talks to has left for good, and when another goes on in its place. A
 * server that was restarted knows nobody: both sides come back in their own time, and an agent that was sent
 * meanwhile keeps quiet while it waits for the one there was.
 */
export function followAgent(room: Room, emit: Listener): void {
  let current: string | undefined;
  let connected = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isThere = (identity: string) => room.remoteParticipants.has(identity);
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const missAfter = (ms: number) => {
    settle();
    timer = setTimeout(() => { emit({ kind: 'agent_left' }); }, ms);
  };
  const atWork = (participant: RemoteParticipant) => {
    const { kind, identity, attributes } = participant;
    const state = parseState(attributes[AttrState]);
    if (kind !== ParticipantKind.AGENT || state === undefined || state === 'initializing') return;
    if (current !== undefined && current !== identity) {
      if (isThere(current)) return;
      emit({ kind: 'anew', identity, state });
    }
    current = identity;
    settle();
  };
  room
    .on(RoomEvent.ParticipantConnected, atWork)
    .on(RoomEvent.ParticipantAttributesChanged, (_, participant) => {
      if (!participant.isLocal) atWork(participant as RemoteParticipant);
    })
    .on(RoomEvent.ParticipantDisconnected, ({ kind, identity }) => {
      if (kind !== ParticipantKind.AGENT || (current ?? identity) !== identity) return;
      const others = [...room.remoteParticipants.values()].some((p) => p.kind === ParticipantKind.AGENT && p.identity !== identity);
      if (current === undefined && others) return; // it gave way before it was heard
      missAfter(connected ? leftMS : returnMS);
    })
    .on(RoomEvent.Connected, () => { room.remoteParticipants.forEach(atWork); })
    .on(RoomEvent.Reconnecting, () => {
      connected = false;
      settle();
    })
    .on(RoomEvent.Reconnected, () => {
      connected = true;
      room.remoteParticipants.forEach(atWork);
      if (current !== undefined && !isThere(current)) missAfter(returnMS);
    })
    .on(RoomEvent.Disconnected, settle);
}
