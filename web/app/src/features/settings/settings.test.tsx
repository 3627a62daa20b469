import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api/client';
import { forgetUser } from '../../lib/api/mine';
import { userID } from '../../lib/user';
import { Forget } from './forget';
import { PatienceSlider } from './patience-slider';
import { useSettings } from './use-settings';
import { useToldPatience } from './use-told-patience';

vi.mock('../../lib/api/mine', async (real) => ({ ...(await real()), forgetUser: vi.fn() }));

beforeEach(() => { localStorage.clear(); });
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the slider says seconds and gives the choice back', () => {
  const onChange = vi.fn();
  const { rerender } = render(<PatienceSlider patience={undefined} onChange={onChange} />);
  const slider = screen.getByLabelText<HTMLInputElement>('Let me think for');
  expect([slider.min, slider.max, slider.getAttribute('aria-valuetext')]).toEqual(['3', '15', 'as long as the character likes']);
  fireEvent.change(slider, { target: { value: '11' } });
  expect(onChange).toHaveBeenLastCalledWith(11);
  rerender(<PatienceSlider patience={11} onChange={onChange} />);
  expect(slider.getAttribute('aria-valuetext')).toBe('11 seconds');
  fireEvent.click(screen.getByRole('button'));
  expect(onChange).toHaveBeenLastCalledWith(undefined);
});

test('what is chosen is there again after a reload', () => {
  const { result } = renderHook(() => useSettings(localStorage));
  act(() => {
    result.current.setPatience(8);
    result.current.setHold(true);
  });
  expect(result.current).toMatchObject({ patience: 8, hold: true });
  expect(renderHook(() => useSettings(localStorage)).result.current).toMatchObject({ patience: 8, hold: true });
});

test('each agent is told once the slider rests', async () => {
  vi.useFakeTimers();
  const setPatience = vi.fn(() => Promise.resolve());
  const failed = vi.fn();
  const { rerender } = renderHook(({ agent, patience }) => { useToldPatience(agent, patience, failed); }, {
    initialProps: { agent: { setPatience }, patience: undefined as number | undefined },
  });
  vi.advanceTimersByTime(1000);
  expect(setPatience).not.toHaveBeenCalled();
  for (const patience of [7, 8, 9]) rerender({ agent: { setPatience }, patience });
  vi.advanceTimersByTime(300);
  expect(setPatience.mock.calls).toEqual([[9]]);
  const next = { setPatience: vi.fn(() => Promise.reject(new Error('gone'))) };
  rerender({ agent: next, patience: 9 });
  await vi.advanceTimersByTimeAsync(300);
  expect(next.setPatience).toHaveBeenCalledWith(9);
  expect(failed).toHaveBeenCalledOnce();
});

test('forgetting asks the server first, then drops the id', async () => {
  render(<Forget />);
  const press = (name: string) => { fireEvent.click(screen.getByRole('button', { name })); };
  const forget = () => {
    press('Forget me');
    press('Erase everything');
  };
  press('Forget me');
  expect(screen.getByText(/^All your calls are erased for good/)).toBeDefined();
  expect(screen.getByRole('link', { name: /one kind of it alone/ }).getAttribute('href')).toBe('/me/data');
  press('Keep it');
  expect(screen.queryByRole('button', { name: 'Erase everything' })).toBeNull();
  const person = { person: false };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(person)));
  forget();
  expect(await screen.findByText('Nothing is remembered.')).toBeTruthy();
  expect(forgetUser).not.toHaveBeenCalled();
  person.person = true; // the cookie may be somebody's
  vi.mocked(forgetUser).mockRejectedValueOnce(new ApiError('Who are you?', undefined, undefined, 401));
  forget();
  await vi.waitFor(() => { expect(forgetUser).toHaveBeenLastCalledWith(undefined); });
  expect(await screen.findByText('Nothing is remembered.')).toBeTruthy();
  localStorage.clear();

  const id = userID(localStorage);
  vi.mocked(forgetUser).mockRejectedValueOnce(new ApiError('Parley does not answer.'));
  forget();
  expect(await screen.findByText('Parley does not answer.')).toBeTruthy();
  expect(localStorage.getItem('parley.user')).toBe(id);

  vi.mocked(forgetUser).mockResolvedValueOnce(undefined);
  press('Erase everything');
  expect(await screen.findByText('Forgotten.')).toBeTruthy();
  expect(forgetUser).toHaveBeenLastCalledWith(id);
  expect(localStorage.getItem('parley.user')).toBeNull();
});
