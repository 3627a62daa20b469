import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, vi } from 'vitest';
import { App } from '../app/app';
import type { CallScreen } from '../app/call-screen';
import type { ScreenProps } from '../app/screens';
import { navigate } from '../lib/navigation';
import { sterling, vera } from './scenario';

/** The page from its first screen on, with a call and an assistant that the test plays. */

type CallProps = Parameters<typeof CallScreen>[0];

export const dr = { ...sterling, id: 'badNews', title: 'Bad news', botname: 'Dr. Okafor' };
export const began = vi.fn<(props: CallProps) => void>();

/** A call that has begun once its effects have run, as the real one, however often the page around it is drawn. */
function Call(props: CallProps) {
  const [first] = useState(props);
  useEffect(() => { began(first); }, [first]);
  return <button onClick={props.onBack}>Back</button>;
}
export const part = { CallScreen: Call };

export const loadAssistant = vi.fn(() => Promise.resolve({ Screen: ({ address }: ScreenProps) => <h2>At {address.id}</h2> }));

/** freshGallery makes the browser new, at the gallery's address. */
export function freshGallery(): void {
  began.mockReset();
  loadAssistant.mockClear();
  localStorage.clear();
  navigate('/', { replace: true });
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(new Response(JSON.stringify(path === '/api/status' ? { engines: {} } : { scenarios: [vera, sterling, dr] }))));
}

export function closeGallery(): void {
  cleanup();
  navigate('/', { replace: true });
  vi.unstubAllGlobals();
}

/** draw draws the page that its address names. */
export function draw(loadCall: () => Promise<typeof part> = () => Promise.resolve(part)) {
  const load = vi.fn(loadCall);
  render(<App loadCall={load} loadSettings={() => import('../app/gallery-settings')} screens={{ assistant: loadAssistant }} />);
  return load;
}

/** open draws the gallery, and lets what it loads ahead arrive: an effect runs after what it follows is drawn. */
export async function open(loadCall?: () => Promise<typeof part>): Promise<void> {
  const load = draw(loadCall);
  await card('Sterling');
  await waitFor(() => { expect(load).toHaveBeenCalled(); });
  await act(() => Promise.resolve());
}

export const card = (name: string) => screen.findByRole('link', { name: new RegExp(`with ${name}`) });
export const call = (name = 'Sterling') => screen.getByRole('button', { name: `Call ${name}` });
