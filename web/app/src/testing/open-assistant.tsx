import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { Screen } from '../app/assistant-screen';
import type { LoadTalk } from '../app/use-talk';
import type { Scenarios } from '../features/scenario/use-scenarios';
import type { SettingsState } from '../features/settings/use-settings';
import { pathTo, readAddress } from '../lib/address';
import { navigate } from '../lib/navigation';
import { lessMotion } from './commands';
import { FakeAssistant } from './fake-assistant';
import { sterling, vera } from './scenario';

/** The whole page of an assistant, in front of a server that the test plays. */

const settings: SettingsState = {
  patience: undefined, setPatience: () => undefined, hold: false, setHold: () => undefined, noLimit: false, setNoLimit: () => undefined,
};

/** freshPage makes the browser new and returns its server. */
export function freshPage(): FakeAssistant {
  localStorage.clear();
  lessMotion();
  Element.prototype.scrollIntoView = () => undefined;
  // jsdom knows no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () { this.open = true; };
  HTMLDialogElement.prototype.close = function () { this.open = false; };
  return new FakeAssistant();
}

export function closePage(): void {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

/** settle lets all that was sent be read and drawn. */
export const settle = (what: () => unknown = () => undefined) => act(async () => {
  what();
  for (let i = 0; i < 3; i++) await new Promise((resolve) => { setTimeout(resolve); });
});

type Opening = Partial<{ loadTalk: LoadTalk; scenarios: Scenarios; id: string; onRetry: () => void }>;

/** open opens the assistant; without a loadTalk its calls are as they are. */
export async function open({ loadTalk, scenarios = { state: 'loaded', list: [sterling, vera], skills: [] }, id = vera.id, onRetry = () => undefined }: Opening = {}) {
  navigate(pathTo('assistant', id), { replace: true });
  const address = readAddress(location.pathname);
  if (address === undefined) throw new Error(`${id} has no address`);
  const view = render(<Screen {...{ address, scenarios, settings, onRetry }} onCall={() => undefined} {...(loadTalk === undefined ? {} : { loadTalk })} />);
  await settle();
  return view;
}

/** noTalk is a page that has not loaded its calls. */
export const noTalk: LoadTalk = () => new Promise(() => undefined);

export const log = () => screen.getByRole('log', { name: 'Conversation' }).textContent;
export const tasks = () => within(screen.getByRole('region', { name: 'Tasks' }));
export const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** say types text and sends it. */
export const say = (text: string) => settle(() => {
  const box = screen.getByLabelText('Message Vera');
  fireEvent.change(box, { target: { value: text } });
  fireEvent.keyDown(box, { key: 'Enter' });
});
