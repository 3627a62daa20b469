import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { navigate } from '../lib/navigation';
import { card, closeGallery, draw, freshGallery, loadAssistant, open } from '../testing/open-gallery';

beforeEach(freshGallery);
afterEach(closeGallery);

test('a card leads to the address of its brief, which takes the focus and names the tab; back, the card has it', async () => {
  await open();
  fireEvent.click(await card('Dr. Okafor'));
  expect(location.pathname).toBe('/s/badNews');
  expect(screen.getByRole('heading', { name: 'Bad news' })).toBe(document.activeElement);
  expect(document.title).toBe('Bad news · Parley');
  act(() => { history.back(); });
  await waitFor(() => { expect(location.pathname).toBe('/'); });
  expect(await card('Dr. Okafor')).toBe(document.activeElement);
  expect(document.title).toBe('Parley');
});

test('an assistant is loaded when the user turns to it, has an address, and Back leads to the gallery', async () => {
  await open();
  const vera = screen.getByRole('link', { name: /Vera/ });
  expect(loadAssistant).not.toHaveBeenCalled();
  fireEvent.focus(vera);
  expect(loadAssistant).toHaveBeenCalledOnce();
  fireEvent.click(vera);
  await screen.findByText('At chiefOfStaff');
  expect(location.pathname).toBe('/a/chiefOfStaff');
  act(() => { history.back(); });
  await card('Sterling');
});

test('the address of an assistant opens it, without the gallery', async () => {
  navigate('/a/taskAgent', { replace: true });
  draw();
  expect(await screen.findByText('At taskAgent')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /with/ })).toBeNull();
});

test('an address without a screen, or of a call that is not held, leads to the gallery', async () => {
  for (const path of ['/me', '/d/call_x', '/c/call_x']) {
    navigate(path, { replace: true });
    await open();
    expect(location.pathname).toBe('/');
    cleanup();
  }
});

test('the brief of no scene says so', async () => {
  navigate('/s/nothing', { replace: true });
  draw();
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such scene here.');
  fireEvent.click(screen.getByRole('link', { name: 'All scenes' }));
  await card('Sterling');
});
