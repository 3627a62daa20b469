import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Debrief } from '../../lib/api/debrief';
import '../../testing/messages';
import { Record } from './record';

const whole = JSON.parse(readFileSync('../../debrief/testdata/whole.golden.json', 'utf8')) as Debrief;

afterEach(cleanup);

test('the line that lost a call is marked in words', () => {
  const marked = (debrief: Debrief) => {
    cleanup();
    render(<Record debrief={debrief} turn={undefined} onTurn={() => undefined} onFork={() => undefined} onCorrected={() => undefined} />);
    return screen.queryAllByText('✗ This lost the call.').map((mark) => mark.closest('li')?.textContent);
  };
  const bad = whole.curve.map((step) => ({ ...step, bad: step.turns?.[0] === 14 }));
  const board = [expect.stringContaining('i will go to the board')];
  expect(marked({ ...whole, outcome: 'lost', ending: { id: 'threat', turn: 14, n: 2, of: 2 } })).toEqual(board);
  expect(marked({ ...whole, outcome: 'lost', curve: bad })).toEqual(board); // an old journal names no ending
  expect(marked({ ...whole, outcome: 'lost' })).toEqual([]);
  expect(marked({ ...whole, curve: bad })).toEqual([]);
});
