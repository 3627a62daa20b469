import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { AssistantScreen } from '../app/assistant-screen';
import type { LoadTalk } from '../app/use-talk';
import type { SettingsState } from '../features/settings/use-settings';
import { lessMotion } from './commands';
import { FakeAssistant } from './fake-assistant';
import { vera } from './scenario';

/** The whole page of an assistant, in front of a server that the test plays. */

const settings: SettingsState = {
  patience: undefined, setPatience: () => undefined, hold: false, setHold: () => undefined, forget: () => Promise.resolve(true),
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

/** open opens the assistant; without a loadTalk its calls are as they are. */
export async function open({ onBack = () => undefined, loadTalk }: { onBack?: () => void; loadTalk?: LoadTalk } = {}) {
  const view = render(
    <AssistantScreen id={vera.id} scenario={vera} settings={settings} onBack={onBack} {...(loadTalk === undefined ? {} : { loadTalk })} />,
  );
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
