import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sterling, vera } from '../testing/scenario';
import { App } from './app';

type CallScreen = typeof import('./call-screen').CallScreen;
type Props = Parameters<CallScreen>[0];
type AssistantProps = Parameters<typeof import('./assistant-screen').AssistantScreen>[0];

const dr = { ...sterling, id: 'badNews', title: 'Bad news', botname: 'Dr. Okafor' };
const began = vi.fn<(props: Props) => void>();

/** A call that has begun once its effects have run, as the real one. */
function Call(props: Props) {
  useEffect(() => { began(props); }, [props]);
  return <button onClick={props.onBack}>Back</button>;
}
const part = { CallScreen: Call };

const loadAssistant = vi.fn(() => Promise.resolve({
  AssistantScreen: ({ id, scenario, onBack }: AssistantProps) => <button onClick={onBack}>{id} {scenario?.botname ?? 'unknown'}</button>,
}));

beforeEach(() => {
  began.mockReset();
  loadAssistant.mockClear();
  localStorage.clear();
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(new Response(JSON.stringify(path === '/api/status' ? { engines: {} } : { scenarios: [vera, sterling, dr] }))));
});
afterEach(() => {
  cleanup();
  location.hash = '';
  vi.unstubAllGlobals();
});

/** open draws the gallery, and lets what it loads ahead arrive: an effect runs after what it follows is drawn. */
async function open(loadCall: () => Promise<typeof part>) {
  const load = vi.fn(loadCall);
  render(<App loadCall={load} loadAssistant={loadAssistant} />);
  await screen.findByText('A risky project', { selector: 'span' });
  await waitFor(() => { expect(load).toHaveBeenCalled(); });
  await act(() => Promise.resolve());
}

const call = (name = 'Sterling') => screen.getByRole('button', { name: `Call ${name}` });

test('the call is loaded when the cards are there, before anybody calls', async () => {
  const load = vi.fn(() => Promise.resolve(part));
  render(<App loadCall={load} loadAssistant={loadAssistant} />);
  expect(load).not.toHaveBeenCalled();
  await screen.findByText('A risky project', { selector: 'span' });
  await waitFor(() => { expect(load).toHaveBeenCalledOnce(); }); // an effect runs after what it follows is drawn
  fireEvent.focus(call());
  expect(load).toHaveBeenCalledOnce();
});

test('a call begins inside the click', async () => {
  await open(() => Promise.resolve(part));
  fireEvent.click(screen.getByRole('radio', { name: /Okafor/ }));
  fireEvent.change(screen.getByLabelText('Your name'), { target: { value: 'Ada' } });
  // Testing Library and act would draw after the click by themselves.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  call('Dr. Okafor').click();
  expect(began).toHaveBeenCalledOnce();
  expect(began.mock.calls[0]?.[0]).toMatchObject({ scenario: dr, request: { scenario: 'badNews', username: 'Ada', usergender: '' } });
  expect(began.mock.calls[0]?.[0].request.user).toMatch(/^[0-9a-f]{32}$/);
});

test('back from a call, the gallery is as it was', async () => {
  await open(() => Promise.resolve(part));
  fireEvent.click(screen.getByRole('radio', { name: /Okafor/ }));
  fireEvent.click(call('Dr. Okafor'));
  fireEvent.click(screen.getByText('Back'));
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Okafor/ })).checked).toBe(true);
});

test('who calls before the call is loaded waits for it, or goes back', async () => {
  let arrive: (loaded: typeof part) => void = () => undefined;
  await open(() => new Promise((resolve) => { arrive = resolve; }));
  fireEvent.click(call());
  expect(screen.getByText('Calling Sterling…').getAttribute('role')).toBe('status');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Call Sterling' }));
  await act(async () => {
    arrive(part);
    await Promise.resolve();
  });
  expect(began).toHaveBeenCalledOnce();
});

test('a call that cannot be loaded is told when it is asked for, and can be tried again', async () => {
  const load = vi.fn(() => Promise.reject<typeof part>(new TypeError('Failed to fetch')));
  await open(load);
  await act(() => Promise.resolve());
  expect(screen.queryByRole('alert')).toBeNull(); // nobody has called
  fireEvent.click(call());
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
  load.mockImplementation(() => Promise.resolve(part));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Back');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('assistants are a group of their own, and the first scene is still the one chosen', async () => {
  await open(() => Promise.resolve(part));
  const group = screen.getByRole('group', { name: 'Assistants' });
  expect(within(group).getByRole('radio', { name: /with Vera.*Assistant/ })).toBeTruthy();
  expect(within(group).getAllByRole('radio')).toHaveLength(1);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /with Sterling/ }).checked).toBe(true);
});

test('an assistant is loaded when it is chosen, has an address, and goes back to the gallery', async () => {
  await open(() => Promise.resolve(part));
  fireEvent.click(screen.getByRole('radio', { name: /with Vera/ }));
  expect(screen.queryByLabelText('Your name')).toBeNull();
  const openVera = screen.getByRole('button', { name: 'Open Vera' });
  expect(loadAssistant).not.toHaveBeenCalled();
  fireEvent.focus(openVera);
  expect(loadAssistant).toHaveBeenCalledOnce();
  fireEvent.click(openVera);
  fireEvent.click(await screen.findByText('chiefOfStaff Vera'));
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /with Vera/ })).checked).toBe(true);
  expect(location.hash).toBe('');
});

test('the address of an assistant opens it, without the gallery', async () => {
  location.hash = '#taskAgent';
  render(<App loadCall={() => Promise.resolve(part)} loadAssistant={loadAssistant} />);
  expect(await screen.findByText('taskAgent unknown')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
});
