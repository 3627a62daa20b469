import { ParticipantKind } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeRoom } from '../../testing/fake-room';
import { lookMS, silentMS, watchPulse } from './pulse';

let room: FakeRoom;
let told: boolean[];
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  room = new FakeRoom();
  told = [];
  end = watchPulse(room.room, 'agent-1', (beats) => told.push(beats));
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

/** voice gives the character a track that tells count of its packets. */
const voice = (count: () => number | undefined) => {
  const getRTCStatsReport = () => Promise.resolve(new Map([['in', { type: 'inbound-rtp', packetsReceived: count() }], ['t', { type: 'transport' }]]));
  const publication = { track: { getRTCStatsReport } as never };
  room.add('agent-1', ParticipantKind.AGENT).getTrackPublication = () => publication;
};

test('nothing for a while is told once, and that something comes again', async () => {
  let packets = 0;
  let flows = true;
  voice(() => (flows ? ++packets : packets));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual([]);
  flows = false;
  await vi.advanceTimersByTimeAsync(silentMS - lookMS);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * lookMS);
  expect(told).toEqual([false]);
  await vi.advanceTimersByTimeAsync(60_000);
  flows = true;
  await vi.advanceTimersByTimeAsync(lookMS);
  expect(told).toEqual([false, true]);
});

test('without a voice, with one that tells nothing, and when it has ended, nothing is told', async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  voice(() => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  voice(() => 7);
  await vi.advanceTimersByTimeAsync(lookMS);
  end();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual([]);
});
