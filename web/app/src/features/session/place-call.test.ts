import type { Room } from 'livekit-client';
import { beforeEach, expect, test, vi } from 'vitest';
import { createCall } from '../../lib/api/calls';
import { openMicrophone, publishMicrophone, type Microphone } from '../../lib/livekit/microphone';
import { placeCall } from './place-call';

vi.mock('../../lib/api/calls');
vi.mock('../../lib/livekit/microphone');

const order: string[] = [];
const track = { stop: vi.fn(() => void order.push('stop')) };
const mic = { track } as unknown as Microphone;
const never = new Promise<never>(() => undefined);

const placing = (options: { withoutMic?: Promise<void>; abort?: AbortController } = {}) => ({
  room: { connect: () => { order.push('connect'); return Promise.resolve(); } } as unknown as Room,
  request: { scenario: 's' },
  signal: (options.abort ?? new AbortController()).signal,
  withoutMic: options.withoutMic ?? never,
  onStep: (step: string) => void order.push(step),
});

beforeEach(() => {
  order.length = 0;
  vi.mocked(openMicrophone).mockResolvedValue(mic);
  vi.mocked(createCall).mockResolvedValue({ url: 'ws://x', token: 't', room: 'r', identity: 'i' });
  vi.mocked(publishMicrophone).mockImplementation(() => { order.push('publish'); return Promise.resolve(); });
});

test('microphone, token, room, in this order', async () => {
  expect(await placeCall(placing())).toBeUndefined();
  expect(order).toEqual(['microphone', 'token', 'room', 'connect', 'agent', 'publish']);
});

test('a typed call asks for no microphone', async () => {
  vi.mocked(openMicrophone).mockClear();
  expect(await placeCall({ ...placing(), request: { scenario: 's', mode: 'text' } })).toBeUndefined();
  expect(order).toEqual(['token', 'room', 'connect', 'agent']);
  expect(openMicrophone).not.toHaveBeenCalled();
});

test('without a microphone the call goes on and the reason is told', async () => {
  vi.mocked(openMicrophone).mockResolvedValue({ fault: 'in_use' });
  expect(await placeCall(placing())).toBe('in_use');
  expect(order).toEqual(['microphone', 'token', 'room', 'connect', 'agent']);
});

test('a call that cannot be placed lets the microphone go', async () => {
  vi.mocked(createCall).mockRejectedValue(new Error('no line'));
  await expect(placeCall(placing())).rejects.toThrow('no line');
  expect(order).toEqual(['microphone', 'token', 'stop']);
});

test('a microphone granted after the user went on is let go', async () => {
  let grant: (mic: Microphone) => void = () => undefined;
  vi.mocked(openMicrophone).mockReturnValue(new Promise((resolve) => { grant = resolve; }));
  expect(await placeCall(placing({ withoutMic: Promise.resolve() }))).toBe('denied');
  grant(mic);
  await vi.waitFor(() => { expect(order.at(-1)).toBe('stop'); });
  expect(order).not.toContain('publish');
});

test('cancelled at the prompt, nothing more happens', async () => {
  vi.mocked(openMicrophone).mockReturnValue(never);
  const abort = new AbortController();
  const placed = placeCall(placing({ abort }));
  abort.abort();
  await expect(placed).rejects.toThrow();
  expect(order).toEqual(['microphone']);
});
