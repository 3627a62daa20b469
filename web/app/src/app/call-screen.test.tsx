import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SettingsState } from '../features/settings/use-settings';
import { ConsentVersion } from '../lib/api/types.gen';
import { keepConsent } from '../lib/consent';
import { newRoom } from '../lib/livekit/room';
import { AttrFinal, AttrSegment, AttrState, MethodCallEnded, MethodChecker, MethodEndCall, TopicTranscription } from '../lib/rpc/types.gen';
import { lessMotion } from '../testing/commands';
import { FakeRoom } from '../testing/fake-room';
import { sterling } from '../testing/scenario';
import { CallScreen } from './call-screen';

vi.mock('../lib/livekit/room');

let room: FakeRoom;
const onBack = vi.fn();

beforeEach(() => {
  lessMotion();
  room = new FakeRoom();
  onBack.mockReset();
  vi.mocked(newRoom).mockImplementation(() => room.room);
  keepConsent(localStorage, { version: ConsentVersion, at: 1 });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ url: 'ws://x', token: 't', room: 'r', identity: 'ada' }))));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settings: SettingsState = {
  patience: undefined, setPatience: () => undefined, hold: false, setHold: () => undefined, noLimit: false, setNoLimit: () => undefined,
};

/** settle lets all that was sent be read and drawn. */
const settle = (what: () => unknown) => act(async () => {
  what();
  await new Promise((resolve) => { setTimeout(resolve); });
});

/** talk holds a call until the character is there. */
async function talk() {
  const view = render(<CallScreen request={{ scenario: sterling.id }} scenario={sterling} settings={settings} onBack={onBack} />);
  await settle(() => undefined);
  await settle(() => { room.emit(RoomEvent.ParticipantConnected, room.addAgent({ [AttrState]: 'listening' })); });
  return view;
}

const caption = (from: string, segment: string, text: string, final: boolean) =>
  settle(() => { room.send(TopicTranscription, [text], from, { [AttrSegment]: segment, [AttrFinal]: `${final}` }); });

/** The captions, but for what can be done with the newest. */
const lines = () => [...screen.getByRole('log', { name: 'Captions' }).children].map((line) => {
  const parts = [...line.querySelectorAll('span')].map((part) => part.textContent);
  return parts.length === 0 ? line.textContent : parts.join('');
});

test('a call rings until the character is there', async () => {
  render(<CallScreen request={{ scenario: sterling.id }} scenario={sterling} settings={settings} onBack={onBack} />);
  expect(screen.getByText('Calling Sterling…')).toBeTruthy();
  await settle(() => undefined);
  expect(room.connect).toHaveBeenCalledWith('ws://x', 't');
  expect(screen.getByRole('status').textContent).toBe('Ringing…');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onBack).toHaveBeenCalledOnce();
});

test('steps of a caption merge into one line, each side its own', async () => {
  await talk();
  await caption('ada', 'U1', 'you get', false);
  await caption('ada', 'U1', 'you get three times', false);
  await caption('agent-1', 'C1', 'Hm.', true);
  await caption('ada', 'U1', 'You get three times the money.', true);
  await caption('ada', 'U1', 'you get', false);
  await caption('eve', 'E1', 'I give in.', true);
  expect(lines()).toEqual(['YouYou get three times the money.', 'SterlingHm.']);
});

test('what is typed is a line at once, without an echo of the agent, and another of the same words is another line', async () => {
  await talk();
  const box = screen.getByLabelText('Type to Sterling');
  for (const id of ['T1', 'T2']) {
    room.localParticipant.sendText.mockResolvedValue({ id });
    fireEvent.change(box, { target: { value: 'Hello?' } });
    await settle(() => fireEvent.submit(box.closest('form') ?? box));
  }
  expect(lines()).toEqual(['YouHello?', 'YouHello?']);
});

test('the end says how it went, keeps what was said and leaves when asked', async () => {
  const { unmount } = await talk();
  await caption('agent-1', 'C1', 'You have my word.', true);
  const verdict = {
    is_goal_complete: true, progress_towards_goal: 10, previous_progress_towards_goal: 5, is_bad_ending_triggered: false, CTA: '',
  };
  await settle(() => room.call(MethodChecker, JSON.stringify(verdict)));
  await settle(() => room.call(MethodCallEnded, '{"outcome":"won","call_id":"c","reason":"He agreed."}'));
  expect(screen.getByRole('heading', { name: 'Goal reached' })).toBe(document.activeElement);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('10');
  expect(lines()).toEqual(['SterlingYou have my word.']);
  fireEvent.click(screen.getByRole('button', { name: 'Choose another' }));
  expect(onBack).toHaveBeenCalledOnce();
  unmount();
  expect(room.disconnect).toHaveBeenCalled();
});

test('ended by the user, the agent is asked to end it', async () => {
  await talk();
  await settle(() => fireEvent.click(screen.getByRole('button', { name: 'End call' })));
  expect(room.localParticipant.performRpc).toHaveBeenCalledWith({ destinationIdentity: 'agent-1', method: MethodEndCall, payload: '{}' });
});

test('called again, nothing of the call before is left', async () => {
  await talk();
  await caption('agent-1', 'C1', 'No.', true);
  await settle(() => room.call(MethodCallEnded, '{"outcome":"lost","call_id":"c","reason":"He hung up."}'));
  const first = room;
  room = new FakeRoom();
  await settle(() => fireEvent.click(screen.getByRole('button', { name: 'Call again' })));
  expect(first.disconnect).toHaveBeenCalled();
  await settle(() => { room.emit(RoomEvent.ParticipantConnected, room.addAgent({ [AttrState]: 'speaking' })); });
  expect(lines()).toEqual(['What you both say appears here.']);
});
