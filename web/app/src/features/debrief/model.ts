import type { Branch, Debrief, Point, Sentence, Step } from '../../lib/api/debrief';
import { t, type MessageID } from '../../lib/language';
import type { Line } from '../../lib/curve';

export { clock, pathOf, type Line } from '../../lib/curve';

/** Curves are the lines of a debrief on one axis of time, that of the call's first parent. */
export interface Curves {
  /** own is the call's, from where it parts from its parent on. */
  own: Line;
  /** before is what a fork has of its parent. */
  before: Line;
  others: readonly { call: string; line: Line; progress: number; lost: boolean }[];
  /** end is the last moment of all of them, in seconds. */
  end: number;
}

/** curvesOf are the lines of a debrief and of the calls that it parts from or that part from it. */
export function curvesOf(d: Debrief): Curves {
  const offset = d.parent?.offset ?? 0;
  const start: Point = d.parent === undefined ? { t: 0, y: d.curve[0]?.from ?? 0 } : { t: d.parent.t, y: d.parent.y };
  const own = [start, ...d.curve.map((step) => ({ t: step.t + offset, y: step.to }))];
  const others = [...(d.parent === undefined ? [] : [d.parent]), ...(d.forks ?? [])].map((branch) => ({
    call: branch.call,
    line: [{ t: branch.t, y: branch.y }, ...(branch.after ?? [])],
    progress: branch.progress,
    lost: branch.outcome === 'lost',
  }));
  const before = d.parent === undefined ? [] : [{ t: 0, y: 0 }, ...(d.parent.before ?? []), start];
  const last = (line: Line) => line.at(-1)?.t ?? 0;
  return { own, before, others, end: Math.max(1, d.seconds + offset, ...others.map(({ line }) => last(line))) };
}

/** markOf says by its shape what a step did: up, down, or nothing. */
export const markOf = (step: Step): string => (step.to > step.from ? '▲' : step.to < step.from ? '▼' : '–');

/** changeOf is what a step did, in words. */
export function changeOf(step: Pick<Step, 'from' | 'to'>): string {
  const by = step.to - step.from;
  return by === 0 ? t('stepSame') : by > 0 ? t('stepUp', { n: by }) : t('stepDown', { n: -by });
}

/** lostBy is the user's turn that lost the call, if one did. */
export const lostBy = (d: Debrief): number | undefined =>
  d.outcome === 'lost' ? (d.ending?.turn ?? d.curve.findLast((step) => step.bad === true)?.turns?.[0]) : undefined;

const rules: Readonly<Partial<Record<string, MessageID>>> = {
  bad_ending: 'whyLost', lost: 'whyLost', last_strike: 'whyLastStrike', fall: 'whyFall', still: 'whyStill', held: 'whyHeld',
  held_too_early: 'whyHeldEarly', held_injection: 'whyHeldOther', check: 'whyCheck', rise: 'whyRise', peak: 'whyPeak', kept: 'whyKept',
  kept_after_still: 'whyKeptAfterStill', keep_check: 'whyKeepCheck', keep_rise: 'whyKeepRise', start_missed: 'whyStartMissed',
  start_sooner: 'whyStartSooner', start_key: 'whyStartKey', stop_cutting: 'whyStopCutting',
};

/** whyWords words what a rule found in the page's language, and as the server did where the page does not know the rule. */
export function whyWords(why: Sentence): string {
  const rule = why.rule ?? '';
  const id = rules[rule];
  if (id === undefined && rule.startsWith('stop_')) {
    const rest = rule.slice('stop_'.length);
    return rules[rest] === undefined ? why.text : `${t('whyStop')} ${whyWords({ ...why, rule: rest })}`;
  }
  return id === undefined ? why.text : t(id, { n: why.n ?? 0, of: why.of ?? 0 });
}

/** branchesOf are the calls that were gone back in, for a list beside the curve. */
export const branchesOf = (d: Debrief): readonly Branch[] => [...(d.parent === undefined ? [] : [d.parent]), ...(d.forks ?? [])];
