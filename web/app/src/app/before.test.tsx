import { act, cleanup, render, screen } from '@testing-library/react';
import { RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConsentVersion, type Origin } from '../lib/api/types.gen';
import { keepConsent } from '../lib/consent';
import { newRoom } from '../lib/livekit/room';
import { AttrCall, AttrState } from '../lib/rpc/types.gen';
import { lessMotion } from '../testing/commands';
import { FakeRoom } from '../testing/fake-room';
import { sterling } from '../testing/scenario';
import { CallScreen } from './call-screen';

vi.mock('../lib/livekit/room');

const settings = {
  patience: undefined, setPatience: () => undefined, hold: false, setHold: () => undefined, noLimit: false, setNoLimit: () => undefined,
  forget: () => Promise.resolve(false),
};

const turn = (n: number, who: string, text: string, more = {}) => ({ turn: n, who, t: n, end: n, text, inherited: true, ...more });
const begun = {
  summary: { from: { call: 'call_1', turn: 4 }, curve: [{ t: 49, y: 5 }] },
  turns: [
    turn(1, 'character', 'Well?'), turn(2, 'user', 'The supplier may be late.'),
    turn(3, 'character', 'Good.', { reactions: ['nods'] }), turn(4, 'character', 'And now?'),
  ],
};
const fork = { ...begun, turns: begun.turns.map((line) => (line.turn === 4 ? { ...line, inherited: false } : line)) };
const parent = { summary: { curve: [{ t: 0, y: 0 }, { t: 49, y: 5 }, { t: 58, y: 3 }] }, turns: [] };

const before = [
  'Sterling · from the call beforeWell?', 'You · from the call beforeThe supplier may be late.', 'Sterling · from the call beforeGood.', '(Sterling nods)',
];

let room: FakeRoom;
let calls: Record<string, (() => Response)[]>;
const there = (body: object) => () => new Response(JSON.stringify(body));
const gone = () => new Response('{"error":"gone"}', { status: 404 });

beforeEach(() => {
  vi.useFakeTimers();
  lessMotion();
  room = new FakeRoom();
  calls = {};
  vi.mocked(newRoom).mockImplementation(() => room.room);
  keepConsent(localStorage, { version: ConsentVersion, at: 1 });
  vi.stubGlobal('fetch', (path: string) => {
    const answers = calls[path];
    const answer = answers?.[1] === undefined ? answers?.[0] : answers.shift();
    return Promise.resolve(answer?.() ?? new Response('{"url":"ws://x","token":"t","room":"r","identity":"ada"}'));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

async function talk(from?: Origin) {
  const asked = vi.spyOn(globalThis, 'fetch');
  render(<CallScreen request={{ scenario: sterling.id, ...(from && { from }) }} scenario={sterling} settings={settings} onBack={() => undefined} />);
  await pass(10);
  act(() => { room.emit(RoomEvent.ParticipantConnected, room.addAgent({ [AttrState]: 'listening', [AttrCall]: 'call_2' })); });
  await pass(10);
  return () => asked.mock.calls.map(([path]) => path).filter((path) => path === '/api/calls/call_2').length;
}

const lines = () => [...screen.getByRole('log', { name: 'Captions' }).children].map((line) => line.textContent);

test('a fork shows what was said before it, and how the call before went, once it is kept', async () => {
  calls = { '/api/calls/call_2': [gone, there({ ...begun, turns: [] }), there(fork)], '/api/calls/call_1': [there(parent)] };
  await talk({ call: 'call_1', turn: 4 });
  expect(lines()).toEqual(['What you both say appears here.']);
  await pass(2000);
  expect(lines()).toEqual(before);
  expect(screen.getByRole('figure').textContent).toBe('Grey: the call before. It stood at 5 of 10 where you go on, and ended at 3.');
  expect(screen.getByRole('figure').querySelector('path')?.getAttribute('d')).toBe('M0 100L84.48 100L84.48 50L100 50L100 70');
  expect(screen.queryByRole('button', { name: 'I said something else' })).toBeNull(); // it is judged
});

test('of a call before that is gone there are the lines alone', async () => {
  calls = { '/api/calls/call_2': [there(begun)], '/api/calls/call_1': [gone] };
  await talk({ call: 'call_1', turn: 4 });
  expect(lines()).toEqual(before); // the line that is said again is not among them
  expect(screen.queryByRole('figure')).toBeNull();
});

test('a call that is kept nowhere is not asked for without end, and one that is no fork never', async () => {
  calls = { '/api/calls/call_2': [gone] };
  const asked = await talk({ call: 'call_1', turn: 4 });
  await pass(60_000);
  expect(asked()).toBe(5);
  cleanup();
  room = new FakeRoom();
  const again = await talk();
  expect(again()).toBe(5);
});
