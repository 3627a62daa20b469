import { expect, test } from 'vitest';
import type { CallEvent } from '../../lib/rpc/events';
import { newSession, sessionReducer, type Session } from './model';

const fold = (...events: CallEvent[]): Session => events.reduce(sessionReducer, newSession);

const begun: CallEvent = { kind: 'begun' };
const listening: CallEvent = { kind: 'agent', identity: 'a', state: 'listening' };
const won: CallEvent = { kind: 'ended', ending: { outcome: 'won', call_id: 'c', reason: 'He agreed.' } };

test('an agent that is initializing is not there yet', () => {
  const early = fold(begun, { kind: 'step', step: 'agent' }, { kind: 'agent', identity: 'a', state: 'initializing' });
  expect(early).toEqual({ phase: 'connecting', step: 'agent', late: false });
  expect(fold(begun, listening)).toMatchObject({ phase: 'talking', agent: 'a', state: 'listening' });
});

test('the state follows this agent and no other', () => {
  const now = fold(begun, listening, { kind: 'agent', identity: 'b', state: 'speaking' });
  expect(now).toMatchObject({ state: 'listening' });
  expect(sessionReducer(now, { kind: 'agent', identity: 'a', state: 'speaking' })).toMatchObject({ state: 'speaking' });
});

test('the reason of the end outlives what comes after', () => {
  const over = fold(begun, listening, won, { kind: 'agent_left' }, { kind: 'dropped', reason: 'gone' });
  expect(over).toEqual({ phase: 'over', outcome: 'won', reason: 'He agreed.', foreign: true });
});

test('an end without a word from the agent is an error', () => {
  expect(fold(begun, listening, { kind: 'agent_left' })).toMatchObject({ phase: 'over', outcome: 'error' });
  expect(fold(begun, { kind: 'failed', reason: 'No.' })).toEqual({ phase: 'over', outcome: 'error', reason: 'No.' });
});

test('a call that breaks once the user ends it has ended by them, unless another tab took it', () => {
  const leaving = fold(begun, listening, { kind: 'leaving' });
  const ended = { phase: 'over', outcome: 'left', reason: 'You ended the call.' };
  expect(sessionReducer(leaving, { kind: 'dropped', reason: 'The call was closed.' })).toEqual(ended);
  expect(sessionReducer(leaving, { kind: 'agent_left' })).toEqual(ended);
  expect(fold(begun, listening, { kind: 'leaving' }, { kind: 'anew', identity: 'b', state: 'listening' }, { kind: 'agent_left' })).toEqual(ended);
  expect(sessionReducer(leaving, won)).toMatchObject({ outcome: 'won' });
  expect(sessionReducer(leaving, { kind: 'dropped', reason: 'Elsewhere.', elsewhere: true })).toMatchObject({ outcome: 'error', elsewhere: true });
});

test('another call begins as the first did', () => {
  expect(fold(listening, won, begun)).toEqual(newSession);
  expect(fold({ kind: 'late' }, begun)).toEqual(newSession);
});

test('away asks once, until the user was heard again', () => {
  const away: CallEvent = { kind: 'user_state', identity: 'a', away: true };
  const back: CallEvent = { kind: 'user_state', identity: 'a', away: false };
  const asked = fold(begun, listening, back, away);
  expect(asked).toMatchObject({ away: 'asked' });
  const here = [{ kind: 'here' } as const, away].reduce<Session>(sessionReducer, asked);
  expect(here).toMatchObject({ away: 'here' });
  const again = [back, away].reduce<Session>(sessionReducer, here);
  expect(again).toMatchObject({ away: 'asked' });
  expect(fold(begun, listening, { ...away, identity: 'b' }, { kind: 'here' })).toMatchObject({ away: 'no' });
});

test('reconnecting shows and passes', () => {
  const away = fold(begun, listening, { kind: 'reconnecting' });
  expect(away).toMatchObject({ reconnecting: true });
  expect(sessionReducer(away, { kind: 'reconnected' })).toMatchObject({ reconnecting: false });
});

test('one notice a role, the newest, until dismissed', () => {
  const first = { role: 'llm', reason: 'It failed.', over: false };
  const second = { role: 'llm', reason: 'It is slow.', over: false };
  const now = fold(begun, listening, { kind: 'trouble', trouble: first }, { kind: 'trouble', trouble: second });
  expect(now).toMatchObject({ troubles: [second] });
  expect(sessionReducer(now, { kind: 'dismiss', trouble: second })).toMatchObject({ troubles: [] });
});

test('a role that is well again clears its notice and no other', () => {
  const voice = { role: 'tts', reason: 'Flite speaks now.', over: false };
  const mind = { role: 'llm', reason: 'It failed.', over: false };
  const over = { role: 'tts', reason: 'It is back.', over: true };
  const now = fold(begun, listening, { kind: 'trouble', trouble: voice }, { kind: 'trouble', trouble: mind });
  const well = sessionReducer(now, { kind: 'trouble', trouble: over });
  expect(well).toMatchObject({ troubles: [mind] });
  expect(sessionReducer(well, { kind: 'trouble', trouble: over })).toMatchObject({ troubles: [mind] });
});
