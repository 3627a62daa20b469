import type { CallEvent } from '../../lib/rpc/events';
import { t } from '../../lib/language';
import { MaxProgress } from '../../lib/rpc/types.gen';

export interface Verdict {
  progress: number;
  /** By how much the last verdict moved it. */
  change: number;
  /** The newest call to action; count tells equal ones apart. */
  cta: { text: string; count: number } | undefined;
}

export const unjudged: Verdict = { progress: 0, change: 0, cta: undefined };

/** judge folds the checker's findings; a missing finding moves nothing. */
export function judge(verdict: Verdict, event: CallEvent): Verdict {
  switch (event.kind) {
    case 'begun':
    case 'anew':
      return unjudged;
    case 'checker': {
      const { progress_towards_goal: progress, previous_progress_towards_goal: previous, CTA: text } = event.checker;
      const cta = text === '' ? verdict.cta : { text, count: (verdict.cta?.count ?? 0) + 1 };
      return { progress, change: progress - previous, cta };
    }
    default:
      return verdict;
  }
}

export type Direction = 'up' | 'down' | 'same';

export function direction(change: number): Direction {
  return change > 0 ? 'up' : change < 0 ? 'down' : 'same';
}

/** changeWords says a change in shape and words, or nothing for none. */
export function changeWords(change: number): string {
  if (change === 0) return '';
  return `${change > 0 ? '▲' : '▼'} ${movedWords(change)}`;
}

const movedWords = (change: number): string => t(change > 0 ? 'progressUp' : 'progressDown', { n: Math.abs(change) });

/** spoken is the progress for a screen reader. */
export function spoken({ progress, change }: Verdict): string {
  const moved = change === 0 ? '' : `, ${movedWords(change)}`;
  return t('progressOf', { n: progress, max: MaxProgress }) + moved;
}
