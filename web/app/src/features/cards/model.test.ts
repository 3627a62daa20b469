import { expect, test } from 'vitest';
import type { AssistantCard, FlightsCard } from '../../lib/api/types.gen';
import type { LiveEvent } from '../../lib/assistant/kept';
import { message, patchOf, stateOf, task } from '../../testing/assistant';
import { flights, plan, summary } from '../../testing/cards';
import { durationOf, foundOf, optionsOf, priceOf, tripOf } from './flights';
import { gistOf, stepsOf } from './model';
import { nothingPlaced, placeCards, type Placed } from './places';

const whole = (cards: AssistantCard[], ...ids: string[]): LiveEvent =>
  ({ type: 'state', state: stateOf({ cards, messages: ids.map((id) => message(id, 'user', id)) }) });
const patch = (some: Parameters<typeof patchOf>[1]): LiveEvent => ({ type: 'patch', patch: patchOf(1, some) });
const after = (...events: LiveEvent[]): Placed => events.reduce(placeCards, nothingPlaced);
const places = (placed: Placed) => placed.places.map(({ id, after: at, count }) => [id, at, count]);

test('cards that were there stand after all that was said, and are not new', () => {
  expect(places(after(whole([summary, plan], 'c1', 'c2')))).toEqual([['summary', 'c2', 0], ['plan', 'c2', 0]]);
  expect(places(after(whole([plan])))).toEqual([['plan', '', 0]]);
});

test('a card that comes stands after the newest message, and moves when it comes again', () => {
  const begun = after(whole([summary], 'c1'), patch({ messages: [message('c2', 'user', 'Plan')] }), patch({ cards: [plan] }));
  expect(places(begun)).toEqual([['summary', 'c1', 0], ['plan', 'c2', 1]]);
  const again = placeCards(begun, patch({ messages: [message('c3', 'assistant', 'Here')], cards: [{ ...plan, text: 'new' }] }));
  expect(places(again)).toEqual([['summary', 'c1', 0], ['plan', 'c3', 2]]);
  expect(places(placeCards(again, patch({ gone: ['summary'] })))).toEqual([['plan', 'c3', 2]]);
});

test('after a reconnection only what has changed moves', () => {
  const begun = after(whole([summary, plan], 'c1'));
  const back = placeCards(begun, whole([summary, { ...plan, text: 'new' }], 'c1', 'c2'));
  expect(places(back)).toEqual([['summary', 'c1', 0], ['plan', 'c2', 1]]);
  expect(places(placeCards(back, whole([plan], 'c2'))).map(([id]) => id)).toEqual(['plan']);
});

test('what has nothing to do with cards changes nothing', () => {
  const begun = after(whole([summary], 'c1'));
  expect(placeCards(begun, { type: 'llm.token', text: 'Hi' })).toBe(begun);
  expect(placeCards(begun, patch({ tasks: [] }))).toBe(begun);
});

test('cards in a few words', () => {
  expect([summary, plan, flights].map(gistOf)).toEqual(['3 meetings, 2 overdue, 1 follow-up', '2 steps', 'FRA to PAR, 3 options']);
  expect(gistOf({ id: 'x', title: 'X', text: 'as it is' })).toBe('as it is');
});

test('a plan goes by rank, with the titles of now', () => {
  if (plan.plan === undefined) throw new Error('no plan');
  expect(stepsOf(plan.plan, [task('t1', 'Call HR', { status: 'completed' })])).toEqual([
    { id: 't1', rank: 1, title: 'Call HR', done: true, reason: 'They close at noon.', waits: [] },
    { id: 't2', rank: 2, title: 'a task that is gone', done: false, reason: 'It needs their approval.', waits: ['Waits for Call HR: approval'] },
  ]);
  expect(stepsOf({ by: 'rules', order: null as unknown as [] }, [])).toEqual([]);
});

const never = () => { throw new Error('no flights'); };
const card: FlightsCard = flights.flights ?? never();

test('flights are told by their own airports’ clocks, and those that are no options are not', () => {
  expect(optionsOf(card)).toEqual([
    {
      id: 'f1', rank: 1, carrier: 'LH 1034', from: 'FRA', to: 'CDG', depart: '07:10', arrive: '08:25', later: '', stops: 'non-stop',
      duration: '1 h 15 min', cabin: '', price: '€189', score: 93, reasoning: 'You arrive well before your first meeting.', factors: ['non-stop', 'early'],
    },
    {
      id: 'f2', rank: 2, carrier: 'AF 1503 + AF 7643', from: 'FRA', to: 'CDG', depart: '18:00', arrive: '19:05', later: '+1', stops: '1 stop in LYS',
      duration: '25 h 5 min', cabin: 'premium economy', price: '€129.50', score: 61, reasoning: 'Cheaper, but you arrive a day later.', factors: [],
    },
  ]);
  expect(optionsOf({ ...card, ranked: null as unknown as [] })).toEqual([]);
});

test('figures of a trip in words', () => {
  expect(foundOf(card)).toBe('12 found, 4 left out');
  expect(tripOf(card, '2026-11-30')).toBe('tomorrow, back Thu 3 Dec');
  expect([durationOf(45), durationOf(120), durationOf(0)]).toEqual(['45 min', '2 h', '0 min']);
  expect([priceOf({ amount: 99, currency: 'USD' }), priceOf({ amount: 99, currency: '?' })]).toEqual(['$99', '99 ?']);
});
