import type { ComponentType } from 'react';
import type { Scenarios } from '../features/scenario/use-scenarios';
import type { SettingsState } from '../features/settings/use-settings';
import type { Address, Page } from '../lib/address';
import type { CallRequest, Public } from '../lib/api/types.gen';
import { withMessages } from '../lib/language';

/** What each screen is given. */
export interface ScreenProps {
  /** address is the screen's own; its id names the call or the assistant. */
  address: Address;
  scenarios: Scenarios;
  /** onRetry loads the scenes again. */
  onRetry: () => void;
  settings: SettingsState;
  /** onCall begins a call; it must be called inside a click. */
  onCall: (request: CallRequest, scenario: Public) => void;
}

export type Screens = Partial<Record<Page, () => Promise<{ Screen: ComponentType<ScreenProps> }>>>;

const mine = () => withMessages(['history', 'consent', 'debrief'], () => import('./mine-screen'));

/**
 * screens are the parts of the page that the gallery does without, each loaded when its address is opened. A page
 * that is not among them leads to the gallery, which App draws itself, as it does the call.
 */
export const screens: Screens = {
  call: () => withMessages(['consent', 'settings', 'held', 'call', 'usage', 'talk'], () => import('./resume-screen')),
  history: mine,
  ledger: mine,
  join: mine,
  debrief: () => withMessages(['debrief', 'call'], () => import('./debrief-screen')),
  assistant: () => withMessages(['settings', 'desk', 'consent'], () => import('./assistant-screen')),
};
