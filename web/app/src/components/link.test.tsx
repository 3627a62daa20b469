import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { navigate } from '../lib/navigation';
import { Link } from './link';

beforeEach(() => {
  navigate('/', { replace: true });
  render(<Link href="/s/one">One</Link>);
});
afterEach(cleanup);

test('a click goes there without a load', () => {
  expect(screen.getByRole('link').getAttribute('href')).toBe('/s/one');
  fireEvent.click(screen.getByRole('link'));
  expect(location.pathname).toBe('/s/one');
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])('with %o it is the browser’s', (how) => {
  const link = screen.getByRole('link');
  const click = createEvent.click(link, how);
  let prevented: boolean | undefined;
  window.addEventListener('click', (e) => {
    prevented = e.defaultPrevented;
    e.preventDefault(); // jsdom loads no page
  }, { once: true });
  fireEvent(link, click);
  expect([prevented, location.pathname]).toEqual([false, '/']);
});
