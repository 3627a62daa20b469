import { ParticipantKind, RoomEvent, type RemoteParticipant, type Room } from 'livekit-client';
import type { Limit, Listener } from '../rpc/events';
import { parseState } from '../rpc/parse';
import { AttrEndsAt, AttrPaused, AttrState, AttrTimeLeft } from '../rpc/types.gen';

/** By how many ms the two sides' clocks must be known better for the end to be told anew: less than a second is not seen. */
const betterMS = 500;

/** readMS is an attribute in ms; undefined if it is none. */
const readMS = (text: string | undefined): number | undefined => (text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** readLimit is the time limit of an agent's attributes by the page's clock, which the agent's goes behind by so many ms. */
export function readLimit(attributes: Readonly<Record<string, string>>, behind: number): Limit | undefined {
  const leftMS = readMS(attributes[AttrTimeLeft]);
  if (leftMS !== undefined) return { leftMS };
  const endsAt = readMS(attributes[AttrEndsAt]);
  return endsAt === undefined ? undefined : { endsAt: endsAt + behind };
}

/**
 * followClocks tells when the agent's two clocks stop, go on or change. What it returns is to be told the time, by the
 * agent's clock, of each text as it comes: the fastest shows how the two sides' clocks differ.
 */
export function followClocks(room: Room, emit: Listener): (sentAt: number | undefined) => void {
  let behind: number | undefined;
  let told = '';
  const tell = ({ kind, identity, attributes }: RemoteParticipant) => {
    const state = parseState(attributes[AttrState]);
    if (kind !== ParticipantKind.AGENT || state === undefined || state === 'initializing') return;
    const clocks = { paused: attributes[AttrPaused] === 'true', limit: readLimit(attributes, behind ?? 0) };
    const now = JSON.stringify([identity, clocks]);
    if (now === told) return;
    told = now;
    emit({ kind: 'clocks', identity, ...clocks });
  };
  room
    .on(RoomEvent.ParticipantConnected, tell)
    .on(RoomEvent.ParticipantAttributesChanged, (_, participant) => {
      if (!participant.isLocal) tell(participant as RemoteParticipant);
    })
    .on(RoomEvent.Connected, () => { room.remoteParticipants.forEach(tell); });
  return (sentAt) => {
    const late = Date.now() - (sentAt ?? NaN);
    if (!(late <= (behind ?? Infinity) - betterMS)) return;
    behind = late;
    // A text may come before the room is joined, when nobody takes what is told of its agent: then its clocks are told later.
    if (told !== '') room.remoteParticipants.forEach(tell);
  };
}
