import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { RoomEvent } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SettingsState } from '../features/settings/use-settings';
import { ConsentVersion } from '../lib/api/types.gen';
import { consentOf, keepConsent } from '../lib/consent';
import { newRoom } from '../lib/livekit/room';
import { AttrState, MethodCallEnded } from '../lib/rpc/types.gen';
import { lessMotion } from '../testing/commands';
import { FakeRoom } from '../testing/fake-room';
import '../testing/messages';
import { sterling } from '../testing/scenario';
import { CallScreen } from './call-screen';

vi.mock('../lib/livekit/room');

let room: FakeRoom;
let sent: string[];
const onBack = vi.fn();

beforeEach(() => {
  lessMotion();
  localStorage.clear();
  keepConsent(localStorage, undefined);
  vi.mocked(newRoom).mockReset();
  vi.mocked(newRoom).mockImplementation(() => {
    room = new FakeRoom();
    return room.room;
  });
  onBack.mockReset();
  sent = [];
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path === '/api/privacy') return Promise.resolve(Response.json({ version: 1, engines: [], keep_days: 90, recording: false }));
    if (path === '/api/calls' && typeof init?.body === 'string') sent.push(init.body);
    return Promise.resolve(Response.json({ url: 'ws://x', token: 't', room: 'r', identity: 'ada' }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settings: SettingsState = {
  patience: undefined, setPatience: () => undefined, hold: false, setHold: () => undefined, noLimit: false, setNoLimit: () => undefined,
};

/** settle lets all that was sent be read and drawn. */
const settle = (what: () => unknown = () => undefined) => act(async () => {
  what();
  await new Promise((resolve) => { setTimeout(resolve); });
});

const draw = () => settle(() => render(<CallScreen request={{ scenario: sterling.id }} scenario={sterling} settings={settings} onBack={onBack} />));
const press = (name: string) => settle(() => fireEvent.click(screen.getByRole('button', { name })));

/** ask draws a call of a user who has agreed to nothing, until they are asked. */
async function ask() {
  await draw();
  expect(screen.getByRole('heading', { name: 'Before you talk to Sterling' })).toBe(document.activeElement);
  expect(newRoom).not.toHaveBeenCalled();
}

test('before the first call the user is asked, and the call begins inside the click that agrees', async () => {
  await ask();
  expect(screen.getByText('90 days, or until you delete it.')).toBeTruthy();
  expect(screen.getByText(/engines of this installation are not told/)).toBeTruthy();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  screen.getByRole('button', { name: 'Agree and go on' }).click();
  expect(newRoom).toHaveBeenCalledOnce();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await settle();
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({
    scenario: sterling.id, user: expect.stringMatching(/^[0-9a-f]{32}$/) as string, consent: { version: ConsentVersion, keep_days: 90 },
  });
  expect(consentOf(localStorage)).toMatchObject({ version: ConsentVersion });
});

test('who goes on without anything being kept says so with the call; who cancels is not called', async () => {
  await ask();
  await press('Cancel');
  expect(onBack).toHaveBeenCalledOnce();
  expect(consentOf(localStorage)).toBeUndefined();
  await press('Go on without keeping anything');
  expect(JSON.parse(sent[0] ?? '')).toMatchObject({ consent: { version: ConsentVersion, keep_days: 90, keep_nothing: true } });
});

test('withdrawn in a call, it goes on, and the next one asks', async () => {
  keepConsent(localStorage, { version: ConsentVersion, at: 1 });
  await draw();
  await settle(() => { room.emit(RoomEvent.ParticipantConnected, room.addAgent({ [AttrState]: 'listening' })); });
  await press('Withdraw');
  expect(screen.getByText(/This call goes on as it began/)).toBeTruthy();
  await settle(() => room.call(MethodCallEnded, '{"outcome":"lost","call_id":"c","reason":"He hung up."}'));
  vi.mocked(newRoom).mockClear();
  await press('Call again');
  expect(newRoom).not.toHaveBeenCalled();
  await press('Agree and go on');
  expect(newRoom).toHaveBeenCalledOnce();
});
