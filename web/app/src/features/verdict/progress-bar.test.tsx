import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ProgressBar } from './progress-bar';

afterEach(cleanup);

test('progress and direction are there for eye and ear, not as colour alone', () => {
  render(<ProgressBar verdict={{ progress: 4, change: -1, cta: undefined }} />);
  const bar = screen.getByRole('progressbar');
  expect(bar.getAttribute('aria-valuenow')).toBe('4');
  expect(bar.getAttribute('aria-valuemax')).toBe('10');
  expect(bar.getAttribute('aria-valuetext')).toBe('Progress 4 of 10, down 1');
  expect(screen.getByText('▼ down 1')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Progress 4 of 10, down 1');
  expect(bar.querySelectorAll('[data-on=true]')).toHaveLength(4);
  expect(bar.querySelectorAll('[data-moved=true]')).toHaveLength(1);
});

test('without a change nothing is announced', () => {
  render(<ProgressBar verdict={{ progress: 0, change: 0, cta: undefined }} />);
  expect(screen.getByRole('status').textContent).toBe('');
});
