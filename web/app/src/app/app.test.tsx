import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { began, call, card, closeGallery, dr, draw, freshGallery, open, part } from '../testing/open-gallery';

beforeEach(freshGallery);
afterEach(closeGallery);

test('the call is loaded when the cards are there, before anybody calls', async () => {
  const load = draw();
  expect(load).not.toHaveBeenCalled();
  await card('Sterling');
  await waitFor(() => { expect(load).toHaveBeenCalledOnce(); }); // an effect runs after what it follows is drawn
  fireEvent.focus(call());
  expect(load).toHaveBeenCalledOnce();
});

test('a call begins inside the click', async () => {
  await open();
  fireEvent.click(await card('Dr. Okafor'));
  fireEvent.change(screen.getByLabelText('Your name'), { target: { value: 'Ada' } });
  // Testing Library and act would draw after the click by themselves.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  call('Dr. Okafor').click();
  expect(began).toHaveBeenCalledOnce();
  expect(began.mock.calls[0]?.[0]).toMatchObject({ scenario: dr, request: { scenario: 'badNews', username: 'Ada', usergender: '' } });
});

test('back from a call, the gallery is as it was', async () => {
  await open();
  fireEvent.click(await card('Dr. Okafor'));
  fireEvent.click(call('Dr. Okafor'));
  fireEvent.click(screen.getByText('Back'));
  expect((await card('Dr. Okafor')).ariaCurrent).toBe('true');
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

test('scenes stand before assistants, and the first is the one whose brief is shown', async () => {
  await open();
  const regions = screen.getAllByRole('region').map((one) => one.getAttribute('aria-labelledby')).filter((id) => id !== null);
  expect(regions).toEqual(['scenes', 'assistants']);
  expect(within(screen.getByRole('region', { name: 'Assistants' })).getAllByRole('link')).toHaveLength(1);
  expect((await card('Sterling')).ariaCurrent).toBe('true');
  expect(screen.getByRole('heading', { name: 'A risky project' })).toBeTruthy();
});
