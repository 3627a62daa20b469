import { RpcError } from 'livekit-client';
import { beforeEach, expect, test } from 'vitest';
import { FakeRoom } from '../../testing/fake-room';
import * as rpc from '../rpc/types.gen';
import { Agent, AgentError } from './agent';
import { comesBack } from './return';

let room: FakeRoom;
let agent: Agent;

beforeEach(() => {
  room = new FakeRoom();
  agent = new Agent(room.room, 'agent-1');
});

test.each([
  [rpc.MethodEndCall, '{}', () => agent.end()],
  [rpc.MethodStartTurn, '{}', () => agent.startTurn()],
  [rpc.MethodEndTurn, '{}', () => agent.endTurn()],
  [rpc.MethodCancelTurn, '{}', () => agent.cancelTurn()],
  [rpc.MethodStillHere, '{}', () => agent.stillHere()],
  [rpc.MethodPause, '{"on":true}', () => agent.pause(true)],
  [rpc.MethodNoLimit, '{}', () => agent.noLimit()],
  [rpc.MethodSetPatience, '{"seconds":9}', () => agent.setPatience(9)],
])('%s asks this agent', async (method, payload, ask) => {
  await ask();
  expect(room.localParticipant.performRpc.mock.calls).toEqual([[{ destinationIdentity: 'agent-1', method, payload }]]);
});

test('a hint is read, one of another form is not', async () => {
  const { performRpc } = room.localParticipant;
  performRpc.mockResolvedValue('{"level":1,"text":"Ask.","remaining":2}');
  expect(await agent.hint()).toEqual({ level: 1, text: 'Ask.', remaining: 2 });
  expect(performRpc.mock.calls).toEqual([[{ destinationIdentity: 'agent-1', method: rpc.MethodHint, payload: '{}' }]]);
  performRpc.mockResolvedValue('{"level":9}');
  await expect(agent.hint()).rejects.toThrow('The hint could not be read.');
});

test('more time is told in seconds, of another form it is not believed', async () => {
  const { performRpc } = room.localParticipant;
  performRpc.mockResolvedValueOnce('{"seconds":240}').mockResolvedValueOnce('{"seconds":-1}').mockRejectedValueOnce(new RpcError(rpc.CodeNoTime, 'raw'));
  expect(await agent.moreTime()).toBe(240);
  await expect(agent.moreTime()).rejects.toThrow('The character could not be asked. Try again.');
  await expect(agent.moreTime()).rejects.toMatchObject({ message: 'There is no more time to give.', noTime: true });
});

test('what is typed goes to the agent alone and is a segment of its own', async () => {
  expect(await agent.say('We can measure it.')).toBe('stream-of-mine');
  expect(room.localParticipant.sendText.mock.calls).toEqual([
    ['We can measure it.', { topic: rpc.TopicChat, destinationIdentities: ['agent-1'] }],
  ]);
});

test.each(['there', 'no line'])('what is typed on the way back waits for its end: %s', async (end) => {
  const did: string[] = [];
  room.localParticipant.sendText.mockImplementation((text: string) => {
    did.push(text);
    return Promise.resolve({ id: text });
  });
  comesBack(room.room, new Promise((resolve, reject) => {
    setTimeout(() => {
      did.push(end);
      if (end === 'there') resolve(undefined);
      else reject(new Error(end));
    });
  }));
  await agent.say('Here I am.');
  expect(did).toEqual([end, 'Here I am.']);
});

test('what is asked right after a line is typed goes behind it, also behind one that fails', async () => {
  const { sendText, performRpc } = room.localParticipant;
  const did: string[] = [];
  sendText.mockImplementation(async (text: string) => {
    await new Promise((sent) => { setTimeout(sent, text.length); });
    did.push(text);
    if (text === 'lost') throw new Error('the line is down');
    return { id: text };
  });
  performRpc.mockImplementation(({ method }: { method: string }) => {
    did.push(method);
    return Promise.resolve('');
  });
  const said = [agent.say('a long line'), agent.say('short'), agent.say('lost')];
  await agent.end();
  expect(did).toEqual(['a long line', 'short', 'lost', rpc.MethodEndCall]);
  expect((await Promise.allSettled(said)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

test.each([
  [new RpcError(rpc.CodeNoHints, 'raw'), 'There are no more hints.', true],
  [new RpcError(rpc.CodeCallOver, 'raw'), 'The call has ended.', false],
  [new RpcError(rpc.CodeNotYourCall, 'raw'), 'The character is in a call with someone else.', false],
  [new RpcError(rpc.CodeBusy, 'raw'), 'That was too fast. Try again in a moment.', false],
  [new RpcError(rpc.CodeResponseTimeout, 'raw'), 'The character could not be asked. Try again.', false],
  [new Error('raw'), 'The character could not be asked. Try again.', false],
])('%s is told as: %s', async (fault, words, noHints) => {
  room.localParticipant.performRpc.mockRejectedValue(fault);
  const error: unknown = await agent.hint().catch((e: unknown) => e);
  expect(error).toBeInstanceOf(AgentError);
  expect(error).toMatchObject({ message: words, noHints });
});
