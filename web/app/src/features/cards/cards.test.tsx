import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { AssistantCard, Confirm } from '../../lib/api/types.gen';
import { task } from '../../testing/assistant';
import { flights, plan, summary } from '../../testing/cards';
import { fakeCommands } from '../../testing/commands';
import { CardNews } from './card-news';
import { CardView } from './card-view';
import { ConfirmCard } from './confirm-card';

afterEach(cleanup);

const tasks = [task('t1', 'Call HR'), task('t2', 'Send the report')];
const show = (card: AssistantCard, fresh = true) => render(<CardView card={card} lang="en" fresh={fresh} tasks={tasks} today="2026-11-30" />);
const items = (name?: string) => within(name === undefined ? document.body : screen.getByRole('region', { name })).getAllByRole('listitem').map((li) => li.textContent);

test('a card that was there is folded, one that comes is not', () => {
  const { container, unmount } = show(summary, false);
  expect(container.querySelector('details')?.open).toBe(false);
  unmount();
  expect(show(summary).container.querySelector('details')?.open).toBe(true);
});

test('a summary has three figures, what is to do and what was decided', () => {
  const { container } = show(summary);
  expect([...container.querySelectorAll('dl div')].map((el) => el.textContent)).toEqual(['meetings3', 'overdue2', 'follow-up1']);
  expect(screen.getByText('Three meetings, and the report is late.')).toBeTruthy();
  expect(items('To do')).toEqual(['Call HR by Friday', 'Send the report']);
  expect(items('Decided')).toEqual(['Launch in March']);
});

test('a plan is an ordered list with reasons, and says what waits and who ordered it', () => {
  show(plan);
  expect(items()).toEqual(['Call HRThey close at noon.', 'Send the reportIt needs their approval.Waits for Call HR: approval']);
  expect(screen.getByText('Call HR, Send the report', { exact: false }).textContent).toBe('Before the meeting: Call HR, Send the report');
  expect(screen.getByText('Ordered by a model.')).toBeTruthy();
});

test('flights show figures of their own, a score in words, and who ranked them', () => {
  show(flights);
  const [first = document.body, second] = screen.getAllByRole('listitem');
  expect(first.textContent).toContain('07:10 FRA – 08:25 CDGLH 1034 · non-stop · 1 h 15 min');
  expect(first.textContent).toContain('€189');
  expect(second?.textContent).toContain('19:05+1 CDG');
  expect(within(first).getByRole('meter', { name: 'Fit' }).getAttribute('aria-valuenow')).toBe('93');
  expect(screen.getByText(/12 found, 4 left out\. Ranked by rules\./)).toBeTruthy();
});

test('made-up flights are called that, and real ones are not', () => {
  const { flights: card } = flights;
  if (card === undefined) throw new Error('no flights');
  show({ ...flights, flights: { ...card, examples: true } });
  expect(screen.getByText('Example flights: not real offers')).toBeTruthy();
  cleanup();
  show(flights);
  expect(screen.queryByText(/Example/)).toBeNull();
});

test('flights that are not ranked yet are being compared', () => {
  const { flights: card } = flights;
  if (card === undefined) throw new Error('no flights');
  show({ ...flights, flights: { ...card, ranked: null as unknown as [], by: '' } });
  expect(screen.getByText('Comparing them…')).toBeTruthy();
});

const confirm: Confirm = { id: 'q1', question: 'Delete all tasks?', tool: 'tasks.clear', args: {}, expires: '2026-11-24T12:00:00Z' };

test('a question is answered with yes or no, once', () => {
  const commands = fakeCommands();
  const { rerender } = render(<ConfirmCard confirm={confirm} lang="en" commands={commands} />);
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }));
  fireEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(commands.send.mock.calls).toEqual([[{ type: 'confirm', id: 'q1', yes: true }], [{ type: 'confirm', id: 'q1', yes: false }]]);
  rerender(<ConfirmCard confirm={confirm} lang="en" commands={fakeCommands([{ id: 'a1', command: { type: 'confirm', id: 'q1', yes: true }, phase: 'saving' }])} />);
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
  expect(screen.getByText('Saving…')).toBeTruthy();
});

test('only what is new is said to screen readers', () => {
  const place = { id: 'plan', after: '', text: '' };
  const { rerender } = render(<CardNews cards={[plan]} places={[{ ...place, count: 0 }]} confirms={[]} />);
  const said = () => screen.getAllByRole('status').map((el) => el.textContent);
  expect(said()).toEqual(['', '']);
  rerender(<CardNews cards={[plan]} places={[{ ...place, count: 1 }]} confirms={[confirm]} />);
  expect(said()).toEqual(['Plan: 2 steps.', 'Question: Delete all tasks?']);
});
