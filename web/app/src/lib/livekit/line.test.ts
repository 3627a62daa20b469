import { DisconnectReason, ParticipantKind, RoomEvent, RpcError } from 'livekit-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { FakeRoom } from '../../testing/fake-room';
import type { CallEvent } from '../rpc/events';
import * as rpc from '../rpc/types.gen';
import { listen } from './line';

const checker: rpc.Checker = {
  is_goal_complete: false, progress_towards_goal: 5, previous_progress_towards_goal: 3, is_bad_ending_triggered: false, CTA: 'Go on!',
};
const reaction: rpc.EmojiReaction = { emoji: '🤨', label: 'raises an eyebrow' };
const card: rpc.Card = { id: 'plan', kind: 'element', title: 'A plan', text: 'One', data: { name: 'Card' } };
const ending: rpc.CallEnded = { outcome: 'won', call_id: 'c', reason: 'He agreed.' };
const trouble: rpc.Trouble = { role: 'llm', reason: 'It is slow.', over: false };
const usage: rpc.Usage = { engines: [] };
const recap: rpc.Recap = { lines: [{ segment: 'SG_1', role: 'user', text: 'Hi.', final: true, typed: true, act: false }], hints: [] };

let room: FakeRoom;
let events: CallEvent[];
let end: () => void;

beforeEach(() => {
  room = new FakeRoom();
  room.addAgent();
  room.add('eve', ParticipantKind.STANDARD);
  events = [];
  end = listen(room.room, (event) => events.push(event));
});

/** settled waits until the streams sent so far have been read. */
const settled = () => new Promise((resolve) => { setTimeout(resolve); });

describe('methods the agent calls', () => {
  const methods = [
    [rpc.MethodChecker, checker, { kind: 'checker', checker }],
    [rpc.MethodEmojiReaction, reaction, { kind: 'emoji', reaction }],
    [rpc.MethodCard, card, { kind: 'card', card }],
    [rpc.MethodCallEnded, ending, { kind: 'ended', ending }],
  ] as const;

  test('are these and no others', () => {
    expect([...room.methods.keys()]).toEqual(methods.map(([method]) => method));
  });

  test.each(methods)('%s is taken and answered', async (method, payload, event) => {
    await expect(room.call(method, JSON.stringify(payload))).resolves.toBe(rpc.OK);
    expect(events).toEqual([event]);
  });

  const refused = async (method: string, payload: string, from?: string) => {
    const error: unknown = await room.call(method, payload, from).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(RpcError);
    expect(error).toMatchObject({ code: rpc.CodeMalformed });
    expect(events).toEqual([]);
  };

  test.each(methods)('%s is refused to a stranger', async (method, payload) => {
    await refused(method, JSON.stringify(payload), 'eve');
    await refused(method, JSON.stringify(payload), 'ada');
    await refused(method, JSON.stringify(payload), 'nobody');
  });

  test.each(methods)('%s of another form is refused', async (method, payload) => {
    for (const bad of ['', 'hello', 'null', '[]', '{}']) await refused(method, bad);
    for (const field of Object.keys(payload)) await refused(method, JSON.stringify({ ...payload, [field]: null }));
  });
});

describe('texts of the agent', () => {
  const texts = [
    [rpc.TopicTrouble, trouble, { kind: 'trouble', trouble }],
    [rpc.TopicRecap, recap, { kind: 'recap', recap }],
    [rpc.TopicUsage, usage, { kind: 'usage', usage }],
  ] as const;

  test('are on these topics and no others', () => {
    expect([...room.topics.keys()].sort()).toEqual([rpc.TopicTranscription, ...texts.map(([topic]) => topic)].sort());
  });

  test.each(texts)('%s is taken, in whatever pieces', async (topic, value, event) => {
    const text = JSON.stringify(value);
    room.send(topic, [text.slice(0, 3), text.slice(3)]);
    await settled();
    expect(events).toEqual([event]);
  });

  test.each(texts)('%s is not taken from a stranger, of another form or in half', async (topic, value) => {
    const text = JSON.stringify(value);
    room.send(topic, [text], 'eve');
    room.send(topic, [text], 'ada');
    room.send(topic, ['{}']);
    room.send(topic, [text.slice(0, 3)]);
    room.send(topic, [text, new Error('the agent left')]);
    await settled();
    expect(events).toEqual([]);
  });
});

describe('captions', () => {
  const attributes = { [rpc.AttrSegment]: 'SG_1', [rpc.AttrFinal]: 'true' };
  const last = { kind: 'caption', segment: 'SG_1', text: 'So.', final: true };

  test("are the agent's own, and the user's in the user's name", async () => {
    room.send(rpc.TopicTranscription, ['So.'], 'agent-1', attributes);
    await settled();
    expect(events.at(-1)).toEqual({ ...last, role: 'character' });
    room.send(rpc.TopicTranscription, ['So.'], 'ada', attributes);
    await settled();
    expect(events.at(-1)).toEqual({ ...last, role: 'user' });
  });

  test('of anybody else are not shown', async () => {
    room.send(rpc.TopicTranscription, ['I give in.'], 'eve', attributes);
    room.send(rpc.TopicTranscription, ['I give in.'], 'nobody', attributes);
    await settled();
    expect(events).toEqual([]);
  });
});

test('what comes after the end is answered and not told', async () => {
  room.send(rpc.TopicTrouble, [JSON.stringify(trouble)]);
  room.send(rpc.TopicTranscription, ['So.']);
  end();
  await settled();
  room.emit(RoomEvent.Disconnected, DisconnectReason.CLIENT_INITIATED);
  await expect(room.call(rpc.MethodChecker, JSON.stringify(checker))).resolves.toBe(rpc.OK);
  expect(events).toEqual([]);
});
