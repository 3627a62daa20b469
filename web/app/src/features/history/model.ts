import type { Attempt, CheckProgress, Number as SpeechNumber, Summary } from '../../lib/api/calls.gen';
import type { Public } from '../../lib/api/types.gen';
import type { Line } from '../../lib/curve';
import { t, type MessageID } from '../../lib/language';
import { rows } from '../../lib/speech';

const outcomes: Readonly<Partial<Record<string, MessageID>>> = {
  won: 'callWon', lost: 'callLost', timeout: 'callTimeout', left: 'callLeft', error: 'callBroken', cut_off: 'callBroken',
};

/** endOf is how a call ended, and whether it went on from another. */
export function endOf({ outcome, drill, from }: Pick<Summary, 'outcome' | 'drill' | 'from'>): string {
  const kind = drill === true ? t('historyDrill') : from === undefined ? '' : t('historyFork');
  return [t(outcomes[outcome ?? ''] ?? 'callRunning'), kind].filter((word) => word !== '').join(' · ');
}

/** beforeOf is how progress went in the attempts that one goes on from, up to where it parts from them; empty for one that begins anew. */
export function beforeOf({ summary }: Attempt, attempts: readonly Attempt[], seen: readonly string[] = []): Line {
  const start = summary.curve[0];
  const parent = attempts.find((one) => one.summary.call === summary.from?.call);
  const passed = [...seen, summary.call];
  if (start === undefined || parent === undefined || passed.includes(parent.summary.call)) return [];
  const whole = [...beforeOf(parent, attempts, passed), ...parent.summary.curve];
  return [...whole.filter((point) => point.t < start.t), start];
}

/** A number of how the user spoke over their attempts; v is undefined where an attempt has too little of it. */
export interface Trend {
  row: (typeof rows)[number];
  points: readonly { attempt: number; v: number | undefined; n: number; atLeast: boolean }[];
}

/** trendsOf are the numbers that at least one attempt has. */
export function trendsOf(attempts: readonly Attempt[]): Trend[] {
  return rows
    .map((row) => ({
      row,
      points: attempts.flatMap(({ number, speech }) => {
        const of: SpeechNumber | undefined = speech?.[row.id];
        return of === undefined ? [] : [{ attempt: number, v: of.v, n: of.n, atLeast: of.at_least === true }];
      }),
    }))
    .filter(({ points }) => points.some(({ v }) => v !== undefined));
}

/**
 * sparkOf draws values into a box of 100 by 100 from their lowest to their highest, as a line that is broken where one is
 * missing, or as dots.
 */
export function sparkOf(values: readonly (number | undefined)[], dots = false): string {
  const there = values.filter((v) => v !== undefined);
  const [low, high] = [Math.min(...there), Math.max(...there)];
  const place = (v: number, i: number) =>
    `${Math.round(values.length === 1 ? 50 : (i / (values.length - 1)) * 100)} ${high === low ? 50 : Math.round(100 - ((v - low) / (high - low)) * 100)}`;
  return values.map((v, i) => (v === undefined ? '' : dots || values[i - 1] === undefined ? `M${place(v, i)}h0` : `L${place(v, i)}`)).join('');
}

/** checkText is what a check asks for, in the scene's words. */
export const checkText = ({ id, text }: Pick<CheckProgress, 'id' | 'text'>): string => text ?? t('checkGone', { id });

/** proposed is a scene to begin with: the easiest that can be held by voice here, in the page's language if there is one. */
export function proposed(scenes: readonly Public[], page: string): Public | undefined {
  const fit = scenes.filter((scene) => scene.kind !== 'assistant' && scene.unplayable === undefined);
  const own = fit.filter((scene) => scene.language.split('-', 1)[0] === page);
  return (own.length > 0 ? own : fit).reduce<Public | undefined>(
    (best, scene) => (best === undefined || scene.difficulty < best.difficulty ? scene : best), undefined);
}
