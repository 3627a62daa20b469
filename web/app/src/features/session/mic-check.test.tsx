import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { MicCheck } from './mic-check';

afterEach(cleanup);

test('without a microphone the check says why, and a sound can still be tried', async () => {
  render(<MicCheck />);
  fireEvent.click(screen.getByRole('button', { name: 'Check my microphone' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Browsers give the microphone to https pages only. You can type instead.');
  fireEvent.click(screen.getByRole('button', { name: 'Play a test sound' })); // jsdom has no sound
  expect(await screen.findByText('That device does not answer.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Stop the check' }));
  expect(screen.getByRole('button', { name: 'Check my microphone' })).toBeDefined();
});
