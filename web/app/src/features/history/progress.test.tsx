import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Attempt, Practice, Progress as Told } from '../../lib/api/calls.gen';
import { attempt, speech, told } from '../../testing/attempts';
import { settle } from '../../testing/open-assistant';
import '../../testing/messages';
import { sterling } from '../../testing/scenario';
import { Progress } from './progress';

const skills = [{ id: 'listen', names: { en: 'Ask and listen' } }];

/** open draws the progress of the scenes told of; what is asked of a scene is answered by detail. */
async function open(scenes: Partial<Told>[], detail: (scene: string) => Response) {
  const asked = vi.fn((path: string) => {
    const scene = new URL(path, 'http://x').searchParams.get('scene');
    if (scene !== null) return Promise.resolve(detail(scene));
    return Promise.resolve(Response.json({ scenes: scenes.map(({ scene: id, attempts = [] }) => ({
      scene: id, newest: '2026-11-27T10:00:00Z', attempts: attempts.length,
      first: attempts[0]?.summary.progress, last: attempts.at(-1)?.summary.progress, best: Math.max(...attempts.map(({ summary }) => summary.progress)),
    })) }));
  });
  vi.stubGlobal('fetch', asked);
  render(<Progress scenes={[sterling]} skills={skills} />);
  await settle();
  return asked;
}

/** opened is open of one scene with its attempts. */
async function opened(attempts: Attempt[], next?: Practice) {
  const of = told(attempts, next);
  await open([of], () => Response.json(of));
}

const rows = () => within(screen.getByRole('table', { name: 'What counted, by attempt' })).getAllByRole('row')
  .map((row) => [...row.children].map((cell) => cell.textContent));
const paths = () => screen.getAllByRole('link', { name: /^Attempt/ }).map((link) => [...link.querySelectorAll('path')].map((path) => path.getAttribute('d')));
const press = (name: string) => settle(() => fireEvent.click(screen.getByRole('button', { name })));

afterEach(cleanup);

test('attempts are curves that lead to their debriefs, a fork after the way it came', async () => {
  await opened([attempt(1, 3), attempt(2, 4), attempt(3, 9, { from: { call: 'call_1', turn: 4 }, outcome: 'won', curve: [{ t: 50, y: 3 }, { t: 100, y: 9 }] })]);
  expect(screen.getAllByRole('definition').map((of) => of.textContent)).toEqual(['3', '3/10', '9/10', '9/10']);
  const links = screen.getAllByRole('link', { name: /^Attempt/ });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/d/call_1', '/d/call_2', '/d/call_3']);
  expect(links[2]?.textContent).toMatch(/^Attempt 39\/10 won · tried again/);
  expect(links[0]?.textContent).toContain('best');
  // The axis of all is 110 s: the fork's 50 of its parent, and its own 60.
  expect(paths()[0]).toEqual(['', 'M0 100L45.45 100L45.45 70L54.55 70L54.55 70']);
  expect(paths()[2]).toEqual(['M0 100L45.45 100L45.45 70', 'M45.45 70L90.91 70L90.91 10L100 10L100 10']);
});

test('each check says in words which attempts met it', async () => {
  await opened([attempt(1, 3), attempt(2, 4)]);
  expect(rows()).toEqual([
    ['What counted', 'Attempt 11', 'Attempt 22', 'In all'],
    ['The user says riskrequired', '–not met', '✓met', '1 of 2'],
    ['The user says pride', '–not met', '–not met', 'never'],
    ['Score, of 10', '3', '4', ''],
  ]);
});

test('how the user spoke is told with what it rests on, and what no attempt has is left out', async () => {
  await opened([attempt(1, 3), attempt(2, 4), attempt(3, 5)]);
  const trend = screen.getByText('Your share of the talk').closest('details');
  expect(trend?.querySelector('summary')?.textContent).toBe('Your share of the talk30% n = 3');
  expect(trend?.querySelector('path')?.getAttribute('d')).toBe('M0 100h0M100 0h0');
  expect(within(trend ?? document.body).getAllByRole('listitem', { hidden: true }).map((one) => one.textContent)).toEqual([
    'Attempt 1: 10% n = 1', 'Attempt 2: too little to tell n = 2', 'Attempt 3: 30% n = 3',
  ]);
  expect(screen.queryByText('Words a minute')).toBeNull();
});

test('one attempt has one score, and typed ones no speech', async () => {
  const one = { ...attempt(1, 3), speech: speech(undefined, 0) };
  await opened([one]);
  expect(screen.getAllByRole('term').map((of) => of.textContent)).toEqual(['Attempts', 'Score']);
  expect(screen.getByRole('link', { name: /^Attempt 1/ }).textContent).not.toContain('best');
  expect(screen.getByText(/No attempt has enough speech/)).toBeDefined();
});

test.each<[string, Practice, string[]]>([
  ['another scene for the weakest check', { rule: 'train', scene: { id: 'other', title: 'Listen' }, check: 'risk', skill: 'listen', met: 1, of: 2 },
    ['Met least, in 1 of your last 2: The user says risk', 'This scene trains the same skill, Ask and listen:']],
  ['the same scene for a check never met', { rule: 'again', scene: { id: 'other', title: 'Listen' }, check: 'pride', met: 0, of: 1 },
    ['Not met lately: The user says pride', 'This scene once more:']],
  ['a harder scene', { rule: 'harder', scene: { id: 'other', title: 'Listen' }, met: 0, of: 0 }, ['A harder scene that asks for the same skills:']],
])('what is proposed is %s', async (_, next, words) => {
  await opened([attempt(1, 3), attempt(2, 3)], next);
  const link = screen.getByRole('link', { name: 'Listen' });
  expect(link.getAttribute('href')).toBe('/s/other');
  const box = screen.getByText('Practise next').parentElement;
  expect([...(box?.querySelectorAll('p') ?? [])].map((p) => p.textContent)).toEqual([...words, 'Listen']);
});

test('of fifty attempts the newest stand here, the others are asked for', async () => {
  await opened(Array.from({ length: 50 }, (_, i) => attempt(i + 1, i % 10)));
  expect(paths()).toHaveLength(12);
  await press('Show all 50 attempts');
  expect(paths()).toHaveLength(50);
  await press('Show the newest alone');
  expect(paths()).toHaveLength(12);
  expect(rows()[0]?.slice(1, -1)).toEqual([43, 44, 45, 46, 47, 48, 49, 50].map((n) => `Attempt ${n}${n}`));
  for (let i = 0; i < 6; i++) await press('Earlier attempts');
  expect(rows()[0]?.slice(1, -1)).toEqual(['Attempt 11', 'Attempt 22']);
  expect(screen.getByText('1 to 2 of 50')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Earlier attempts' }).disabled).toBe(true);
  await press('Later attempts');
  expect(screen.getByText('3 to 10 of 50')).toBeDefined();
});

test('other scenes load when they are opened, and one that is gone has its id', async () => {
  const gone = { ...told([attempt(1, 3)]), scene: 'x'.repeat(64) };
  const asked = await open([told([attempt(1, 3)]), gone], (scene) => Response.json(scene === gone.scene ? gone : told([attempt(1, 3)])));
  const header = screen.getByRole('button', { name: gone.scene });
  expect([header.getAttribute('aria-expanded'), screen.getAllByRole('table').length, asked.mock.calls.length]).toEqual(['false', 1, 2]);
  await press(gone.scene);
  expect([header.getAttribute('aria-expanded'), screen.getAllByRole('table').length]).toEqual(['true', 2]);
  await press(gone.scene);
  expect(screen.getAllByRole('table')).toHaveLength(1);
});

test('what is not there yet or could not be loaded is said, and asked for again', async () => {
  let ready = false;
  await open([told([attempt(1, 3)])], () => (ready ? Response.json(told([attempt(1, 3)])) : Response.json({ error: 'The disk is full.' }, { status: 500 })));
  expect(screen.getByRole('status').textContent).toContain('Your progress could not be loaded. The disk is full.');
  ready = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await settle();
  expect(screen.getByRole('table')).toBeDefined();
  cleanup();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  render(<Progress scenes={[]} skills={[]} />);
  expect(screen.getByRole('status').textContent).toBe('Loading your progress…');
});

test('without an attempt nothing stands here', async () => {
  await open([], () => Response.json({}));
  expect(document.body.textContent).toBe('');
});
