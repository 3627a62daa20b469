import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { AgentError, type Agent } from '../../lib/livekit/agent';
import { HintPanel } from './hint-panel';

afterEach(cleanup);

const agentWith = (hint: Agent['hint']) => ({ hint });

test('H asks, the text stays and the count goes down to none', async () => {
  const hints = [
    { level: 1, text: 'What would keep him awake?', remaining: 1 },
    { level: 2, text: 'Name the risk.', remaining: 0 },
  ];
  const ask = vi.fn(() => Promise.resolve(hints[ask.mock.calls.length - 1] ?? { level: 3, text: '', remaining: 0 }));
  render(<HintPanel language="en" agent={agentWith(ask)} />);
  fireEvent.keyDown(window, { key: 'h' });
  expect(await screen.findByText('What would keep him awake?')).toBeTruthy();
  expect(screen.getByRole('button').textContent).toContain('1 left');
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('Name the risk.')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Hint 1What would keep him awake?', 'Hint 2Name the risk.']);
  expect(screen.getByText('Hints given: 2')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true);
  fireEvent.keyDown(window, { key: 'h' });
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a refusal is said in plain words, and there may be a hint again later', async () => {
  render(<HintPanel language="en" agent={agentWith(() => Promise.reject(new AgentError('There are no more hints.', true)))} />);
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByText('There is no further hint for now.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false);
});
