import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedDevice } from '../../lib/livekit/devices';
import { micTrack } from '../../lib/livekit/microphone';
import type { Sound } from '../../lib/livekit/tap';
import { FakeRoom } from '../../testing/fake-room';
import { MicCheck } from './mic-check';
import { MicNotices } from './mic-notices';

/** What the microphones give; jsdom has no sound. */
let sound: Sound;
vi.mock('../../lib/livekit/tap', () => ({ tap: (track: MediaStreamTrack) => ({ track, read: () => sound, close: () => undefined }) }));

/** A microphone's track as a browser ends it. */
class FakeTrack extends EventTarget {
  readyState = 'live';
  readonly id: string;
  constructor(readonly label: string) {
    super();
    this.id = label;
  }
  getSettings() { return { deviceId: `${this.label}-id` }; }
  /** stop is what a page does: there is no event. */
  stop() { this.readyState = 'ended'; }
  unplug() {
    this.stop();
    this.dispatchEvent(new Event('ended'));
  }
}

/** The browser's devices. */
class FakeDevices extends EventTarget {
  names = ['Headset', 'Desk'];
  enumerateDevices = () =>
    Promise.resolve(this.names.map((label) => ({ kind: 'audioinput', deviceId: `${label}-id`, label, groupId: '' })));
}

let room: FakeRoom;
let devices: FakeDevices;
const plug = (track: FakeTrack | undefined) => {
  room.localParticipant.hasMicrophone = track !== undefined;
  room.localParticipant.microphone = track as unknown as MediaStreamTrack | undefined;
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const said = () => screen.queryByText(/unplugged/)?.textContent;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  sound = { level: 0.1, zeros: false };
  devices = new FakeDevices();
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: devices });
  room = new FakeRoom();
  room.localParticipant.isMicrophoneEnabled = true;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

test('an unplugged microphone is said at once, and which one is heard in its place', async () => {
  const headset = new FakeTrack('Headset');
  plug(headset);
  render(<MicNotices room={room.room} deaf={false} />);
  await pass(200);
  expect(said()).toBeUndefined();
  act(() => { headset.unplug(); });
  expect(said()).toContain('Headset was unplugged, and no other microphone answers. You can type.');
  plug(new FakeTrack('Desk')); // LiveKit takes the default
  await pass(200);
  expect(said()).toContain('Headset was unplugged. You are heard by Desk.');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(said()).toBeUndefined();
});

test('one for which another was taken before it was looked at again is said all the same', async () => {
  const headset = new FakeTrack('Headset');
  plug(headset);
  render(<MicNotices room={room.room} deaf={false} />);
  await pass(200);
  act(() => {
    headset.unplug();
    plug(undefined); // none answers
  });
  await pass(200);
  expect(said()).toContain('Headset was unplugged, and no other');
});

test('another device is chosen in a call, from those that are there; that the first is stopped is no news', async () => {
  const [headset, desk] = [new FakeTrack('Headset'), new FakeTrack('Desk')];
  plug(headset);
  room.switchActiveDevice.mockImplementation(async () => {
    headset.stop();
    await new Promise((resolve) => { setTimeout(resolve, 500); });
    plug(desk);
    return true;
  });
  render(
    <>
      <MicNotices room={room.room} deaf={false} />
      <MicCheck call={{ room: room.room, track: () => micTrack(room.room) }} />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Check my microphone' }));
  await pass(200);
  const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Microphone' });
  expect([...select().options].map(({ text }) => text)).toEqual(['Headset', 'Desk']);
  devices.names = ['Headset', 'Desk', 'Phone'];
  devices.dispatchEvent(new Event('devicechange'));
  await pass(0);
  expect(select().options).toHaveLength(3);
  fireEvent.change(select(), { target: { value: 'Desk-id' } });
  await pass(300);
  expect(said()).toBeUndefined();
  await pass(1000);
  expect(said()).toBeUndefined();
  expect(select().value).toBe('Desk-id');
  expect(room.switchActiveDevice).toHaveBeenCalledExactlyOnceWith('audioinput', 'Desk-id');
  expect(storedDevice('audioinput')).toBe('Desk-id'); // the next call begins with it

  room.switchActiveDevice.mockRejectedValue(new Error('busy'));
  fireEvent.change(select(), { target: { value: 'Phone-id' } });
  await pass(0);
  expect(screen.getByRole('alert').textContent).toBe('That device does not answer.');
});

test('one that gives nothing can be changed where that is said', async () => {
  sound = { level: 0, zeros: true };
  plug(new FakeTrack('Headset'));
  render(<MicNotices room={room.room} deaf={false} />);
  await pass(1300);
  expect(screen.getByRole('status').textContent).toContain('We hear nothing from Headset.');
  fireEvent.change(screen.getByRole('combobox', { name: 'Microphone' }), { target: { value: 'Desk-id' } });
  expect(room.switchActiveDevice).toHaveBeenCalledExactlyOnceWith('audioinput', 'Desk-id');
});
