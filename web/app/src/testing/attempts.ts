import type { Attempt, Practice, Progress } from '../lib/api/calls.gen';
import { sterling } from './scenario';

const number = (v: number | undefined, n: number) => ({ formula: 'f', n, min_n: 1, ...(v === undefined ? { hidden: 'few' } : { v }) });
/** speech is measured in one number alone, the share, which is hidden if it is undefined. */
export const speech = (share: number | undefined, n: number) => Object.fromEntries(
  ['share', 'wpm', 'pause_s', 'longest_turn_s', 'questions', 'fillers', 'interruptions', 'interrupted', 'after_pushback']
    .map((id) => [id, number(id === 'share' ? share : undefined, n)])) as unknown as NonNullable<Attempt['speech']>;

/** attempt is the n-th, which came as far as progress. */
export const attempt = (n: number, progress: number, more: Partial<Attempt['summary']> = {}): Attempt => ({
  number: n, speech: speech(n === 2 ? undefined : n / 10, n),
  summary: {
    call: `call_${n}`, scene: sterling.id, began: '2026-11-27T10:00:00Z', seconds: 60, outcome: 'lost', progress, exchanges: 5, hints: 0,
    curve: [{ t: 0, y: 0 }, { t: 50, y: progress }], bytes: 9000, events: 40, ...more,
  },
});

const check = (id: string, met: number[], more = {}) => ({ id, text: `The user says ${id}`, met, first: false, last: false, best: false, ...more });

/** told is the user's progress in a scene of two checks: risk, which all but the first attempt met, and pride, which none did. */
export function told(attempts: Attempt[], next?: Practice): Progress {
  const rubric = [check('risk', attempts.map(({ number: n }) => n).filter((n) => n > 1), { required: true }), check('pride', [])];
  return { scene: sterling.id, attempts, first: 1, last: attempts.length, best: 1, checks: rubric, ...(next === undefined ? {} : { next }) };
}
