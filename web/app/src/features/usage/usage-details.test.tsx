import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { EngineUsage } from '../../lib/rpc/types.gen';
import { reckon } from './model';
import { UsageDetails } from './usage-details';

afterEach(cleanup);

const sphinx: EngineUsage = {
  role: 'stt', engine: 'sphinx', requests: 3, retries: 0, prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0,
  estimated: false, audio_ns: 20e9, characters: 0, priced: true, cost_usd: 0,
};
const mind: EngineUsage = {
  ...sphinx, role: 'llm', engine: 'openai:m', audio_ns: 0, prompt_tokens: 90, completion_tokens: 10, cost_usd: 0.012,
};

test('each engine has a row, headed by what it was for', () => {
  render(<UsageDetails usage={[sphinx, mind]} />);
  expect(screen.getByText('What this call used').tagName).toBe('SUMMARY');
  expect(screen.getByText('What this call used').closest('details')?.open).toBe(false);
  const cells = (name: string) => {
    const row = screen.getByRole('rowheader', { name, hidden: true }).closest('tr');
    return row === null ? [] : within(row).getAllByRole('cell', { hidden: true }).map((cell) => cell.textContent);
  };
  expect(cells('Listening PocketSphinx')).toEqual(['3 requests, 20\u00a0s heard', 'free, on this machine']);
  expect(cells('Thinking OpenAI API: m')).toEqual(['3 requests, 90 tokens read, 10 tokens written', 'about $0.012']);
  expect(screen.getByText('All together: about $0.012.')).toBeTruthy();
});

test('without an account there is nothing to unfold', () => {
  const { container } = render(<UsageDetails usage={[]} />);
  expect(container.childElementCount).toBe(0);
});

test('a later account replaces the one before, a new call begins with none', () => {
  const first = reckon([], { kind: 'usage', usage: { engines: [sphinx] } });
  const second = reckon(first, { kind: 'usage', usage: { engines: [sphinx, mind] } });
  expect(reckon(second, { kind: 'reconnecting' })).toEqual([sphinx, mind]);
  expect(reckon(second, { kind: 'begun' })).toEqual([]);
});
