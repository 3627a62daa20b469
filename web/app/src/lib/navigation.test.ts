import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askFirst, navigate, useAddress } from './navigation';

let release: () => void = () => undefined;
beforeEach(() => { navigate('/', { replace: true }); });
afterEach(() => { release(); });

const here = () => renderHook(() => useAddress()).result;
const go = (to: string) => { act(() => { navigate(to); }); };
const back = async (path: string) => {
  act(() => { history.back(); });
  await waitFor(() => { expect(location.pathname).toBe(path); });
};

test('the address follows links, Back and Forward', async () => {
  const address = here();
  expect(address.current.page).toBe('gallery');
  go('/s/one');
  expect(address.current).toMatchObject({ page: 'brief', id: 'one' });
  go('/d/call_x?t=3');
  expect(address.current.search.get('t')).toBe('3');
  await back('/s/one');
  expect(address.current).toMatchObject({ page: 'brief', id: 'one' });
  act(() => { history.forward(); });
  await waitFor(() => { expect(address.current.page).toBe('debrief'); });
});

test('a path of no screen is the gallery', () => {
  const address = here();
  go('/nothing');
  expect(address.current.page).toBe('gallery');
});

test('an assistant’s address from before paths becomes its own', async () => {
  const address = here();
  act(() => { location.hash = '#chiefOfStaff'; });
  await waitFor(() => { expect(location.pathname + location.hash).toBe('/a/chiefOfStaff'); });
  await waitFor(() => { expect(address.current).toMatchObject({ page: 'assistant', id: 'chiefOfStaff' }); });
});

test('Back from a screen that asks first stays until the answer, and then goes', async () => {
  const address = here();
  go('/s/one');
  go('/c/call_x');
  const ask = vi.fn<(leave: () => void) => void>();
  release = askFirst(ask);
  act(() => { history.back(); });
  await waitFor(() => { expect(ask).toHaveBeenCalledOnce(); });
  await waitFor(() => { expect(location.pathname).toBe('/c/call_x'); });
  expect(address.current.page).toBe('call');
  act(() => { ask.mock.calls[0]?.[0](); });
  await waitFor(() => { expect(address.current).toMatchObject({ page: 'brief', id: 'one' }); });
  expect(ask).toHaveBeenCalledOnce();
});

test('a link on a screen that asks first waits for the answer; its own address changes unasked', () => {
  const address = here();
  go('/c/new');
  const ask = vi.fn<(leave: () => void) => void>();
  release = askFirst(ask);
  act(() => { navigate('/c/call_x', { replace: true }); });
  expect([address.current.id, ask.mock.calls.length]).toEqual(['call_x', 0]);
  go('/');
  expect([address.current.page, ask.mock.calls.length]).toEqual(['call', 1]);
  act(() => { ask.mock.calls[0]?.[0](); });
  expect(address.current.page).toBe('gallery');
});
