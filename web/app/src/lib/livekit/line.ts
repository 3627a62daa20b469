import {
  DisconnectReason,
  ParticipantKind,
  RoomEvent,
  RpcError,
  type RemoteParticipant,
  type Room,
  type RpcInvocationData,
} from 'livekit-client';
import type { CallEvent, Listener } from '../rpc/events';
import { parseCard, parseChecker, parseEmoji, parseEnded, parseRecap, parseState, parseTrouble, parseUsage } from '../rpc/parse';
import {
  AttrState,
  AttrUserState,
  CodeMalformed,
  MethodCallEnded,
  MethodCard,
  MethodChecker,
  MethodEmojiReaction,
  OK,
  TopicRecap,
  TopicTranscription,
  TopicTrouble,
  TopicUsage,
  UserAway,
} from '../rpc/types.gen';
import { t } from '../language';
import { captionRole, readCaption } from './captions';
import { followClocks } from './clocks';
import { followAgent } from './presence';

/**
 * listen turns all that the agent does in room into events. It must be called
 * before the room is joined: a method the agent calls before it is registered
 * fails, and the call's first verdict with it. Returns a function that ends it.
 */
export function listen(room: Room, listener: Listener): () => void {
  let live = true;
  const emit: Listener = (event) => {
    if (live) listener(event);
  };
  const answer = <T>(method: string, parse: (payload: string) => T | undefined, take: (value: T) => void) => {
    room.registerRpcMethod(method, (data: RpcInvocationData) => {
      const value = isAgent(room, data.callerIdentity) ? parse(data.payload) : undefined;
      if (value === undefined) {
        return Promise.reject(new RpcError(CodeMalformed, "the payload is not of this method's form"));
      }
      take(value);
      return Promise.resolve(OK);
    });
  };
  answer(MethodChecker, parseChecker, (checker) => { emit({ kind: 'checker', checker }); });
  answer(MethodEmojiReaction, parseEmoji, (reaction) => { emit({ kind: 'emoji', reaction }); });
  answer(MethodCard, parseCard, (card) => { emit({ kind: 'card', card }); });
  answer(MethodCallEnded, parseEnded, (ending) => { emit({ kind: 'ended', ending }); });

  room.registerTextStreamHandler(TopicTranscription, (reader, { identity }) => {
    const role = captionRole(identity, room.localParticipant.identity, (from) => isAgent(room, from));
    if (role === 'character') compare(reader.info.timestamp);
    if (role !== undefined) void readCaption(reader, role, emit);
  });
  read(room, TopicTrouble, parseTrouble, (trouble) => { emit({ kind: 'trouble', trouble }); });
  read(room, TopicRecap, parseRecap, (recap) => { emit({ kind: 'recap', recap }); });
  read(room, TopicUsage, parseUsage, (usage) => { emit({ kind: 'usage', usage }); });
  watch(room, emit);
  followAgent(room, emit);
  const compare = followClocks(room, emit);
  return () => {
    live = false;
  };
}

/** read takes the agent's texts on a topic, one JSON object each. */
function read<T>(room: Room, topic: string, parse: (text: string) => T | undefined, take: (value: T) => void): void {
  room.registerTextStreamHandler(topic, (reader, { identity }) => {
    if (!isAgent(room, identity)) return;
    void reader.readAll().then(
      (text) => {
        const value = parse(text);
        if (value !== undefined) take(value);
      },
      () => undefined, // the agent left in the middle of it
    );
  });
}

function watch(room: Room, emit: Listener): void {
  const agentState = (participant: RemoteParticipant) => {
    if (participant.kind !== ParticipantKind.AGENT) return;
    const { identity, attributes } = participant;
    const state = parseState(attributes[AttrState]);
    if (state !== undefined) emit({ kind: 'agent', identity, state });
    emit({ kind: 'user_state', identity, away: attributes[AttrUserState] === UserAway });
  };
  room
    .on(RoomEvent.ParticipantConnected, agentState)
    .on(RoomEvent.ParticipantAttributesChanged, (_, participant) => {
      if (!participant.isLocal) agentState(participant as RemoteParticipant);
    })
    .on(RoomEvent.Connected, () => { room.remoteParticipants.forEach(agentState); })
    .on(RoomEvent.SignalReconnecting, () => { emit({ kind: 'reconnecting' }); })
    .on(RoomEvent.Reconnecting, () => { emit({ kind: 'reconnecting' }); })
    .on(RoomEvent.Reconnected, () => { emit({ kind: 'reconnected' }); })
    .on(RoomEvent.Disconnected, (reason) => { emit(dropped(reason)); });
}

function isAgent(room: Room, identity: string): boolean {
  return room.remoteParticipants.get(identity)?.kind === ParticipantKind.AGENT;
}

function dropped(reason: DisconnectReason | undefined): CallEvent {
  const event = { kind: 'dropped', reason: disconnectWords(reason) } as const;
  return reason === DisconnectReason.DUPLICATE_IDENTITY ? { ...event, elsewhere: true } : event;
}

/** disconnectWords says why LiveKit ended the connection, for the user. */
function disconnectWords(reason: DisconnectReason | undefined): string {
  switch (reason) {
    case DisconnectReason.CLIENT_INITIATED:
      return t('lineLeft');
    case DisconnectReason.DUPLICATE_IDENTITY:
      return t('lineElsewhere');
    case DisconnectReason.ROOM_DELETED:
    case DisconnectReason.PARTICIPANT_REMOVED:
      return t('lineClosed');
    case DisconnectReason.SERVER_SHUTDOWN:
      return t('lineStopped');
    default:
      return t('lineGone');
  }
}
