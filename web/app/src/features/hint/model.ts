import { t } from '../../lib/language';
import type { Hint } from '../../lib/rpc/types.gen';

export interface Hints {
  /** The hints given so far, oldest first. */
  given: readonly Hint[];
  asking: boolean;
  /** Whether no hint can come any more. */
  exhausted: boolean;
  fault: string;
}

export const noHints: Hints = { given: [], asking: false, exhausted: false, fault: '' };

/** hintsSoFar are those that were given before. */
export const hintsSoFar = (given: readonly Hint[]): Hints => ({ ...noHints, given, exhausted: given.at(-1)?.remaining === 0 });

export type HintAction =
  | { kind: 'ask' }
  | { kind: 'got'; hint: Hint }
  | { kind: 'failed'; reason: string };

export function hintsReducer(hints: Hints, action: HintAction): Hints {
  switch (action.kind) {
    case 'ask':
      return { ...hints, asking: true, fault: '' };
    case 'got':
      return { given: [...hints.given, action.hint], asking: false, exhausted: action.hint.remaining === 0, fault: '' };
    case 'failed':
      return { ...hints, asking: false, fault: action.reason }; // what comes next may be helped with again
  }
}

/** remainingWords is how many hints are left, or nothing while unknown. */
export function remainingWords({ given, exhausted }: Hints): string {
  if (exhausted) return t('hintsNone');
  const left = given.at(-1)?.remaining;
  return left === undefined ? '' : t('hintsLeft', { n: left });
}
