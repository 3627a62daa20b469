import { RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeRoom } from '../../testing/fake-room';
import type { CallEvent } from '../rpc/events';
import { AttrEndsAt, AttrPaused, AttrState, AttrTimeLeft } from '../rpc/types.gen';
import { followClocks, readLimit } from './clocks';

let room: FakeRoom;
let events: CallEvent[];
let compare: (sentAt: number | undefined) => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  room = new FakeRoom();
  events = [];
  compare = followClocks(room.room, (event) => events.push(event));
});
afterEach(() => { vi.useRealTimers(); });

const set = (attributes: Record<string, string>) => {
  room.emit(RoomEvent.ParticipantAttributesChanged, {}, room.addAgent({ [AttrState]: 'listening', ...attributes }));
};

test.each([
  [{}, undefined],
  [{ [AttrEndsAt]: '5000' }, { endsAt: 5700 }],
  [{ [AttrTimeLeft]: '5000' }, { leftMS: 5000 }],
  [{ [AttrEndsAt]: '1', [AttrTimeLeft]: '2' }, { leftMS: 2 }],
  [{ [AttrEndsAt]: '' }, undefined],
  [{ [AttrEndsAt]: '-5' }, undefined],
  [{ [AttrTimeLeft]: '1e999' }, undefined],
  [{ [AttrTimeLeft]: '9'.repeat(400) }, undefined],
])('of %o the limit is %o', (attributes: Record<string, string>, want) => { expect(readLimit(attributes, 700)).toEqual(want); });

test('clocks that stop, go on or change are told, once', () => {
  set({ [AttrEndsAt]: '1500000' });
  set({ [AttrEndsAt]: '1500000' });
  set({ [AttrPaused]: 'true', [AttrTimeLeft]: '400000' });
  set({});
  expect(events).toEqual([
    { kind: 'clocks', identity: 'agent-1', paused: false, limit: { endsAt: 1_500_000 } },
    { kind: 'clocks', identity: 'agent-1', paused: true, limit: { leftMS: 400_000 } },
    { kind: 'clocks', identity: 'agent-1', paused: false, limit: undefined },
  ]);
});

test('an agent that is not there yet tells nothing', () => {
  set({ [AttrState]: 'initializing', [AttrEndsAt]: '1500000' });
  expect(events).toEqual([]);
});

test('a text that comes before the agent is seen tells nothing yet, and takes nothing away', () => {
  room.addAgent({ [AttrState]: 'listening', [AttrPaused]: 'true', [AttrTimeLeft]: '400000' });
  compare(999_000);
  expect(events).toEqual([]);
  room.emit(RoomEvent.Connected);
  expect(events).toEqual([{ kind: 'clocks', identity: 'agent-1', paused: true, limit: { leftMS: 400_000 } }]);
});

test('the end is told by the page’s clock, as the fastest text shows it', () => {
  set({ [AttrEndsAt]: '1500000' });
  for (const sentAt of [undefined, NaN, 990_000, 700_000, 990_100, 995_000]) compare(sentAt);
  expect(events.map((event) => event.kind === 'clocks' && event.limit)).toEqual([{ endsAt: 1_500_000 }, { endsAt: 1_510_000 }, { endsAt: 1_505_000 }]);
});
