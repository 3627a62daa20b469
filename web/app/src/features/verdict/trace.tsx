import { pathOf } from '../../lib/curve';
import { t } from '../../lib/language';
import { MaxProgress } from '../../lib/rpc/types.gen';
import type { Before } from '../../lib/rpc/events';
import styles from './verdict.module.css';

/** Trace is how the call went that this one goes on from, in grey, with the moment at which it parts; and that in words. */
export function Trace({ before: { here, curve } }: { before: Before }) {
  const last = curve.at(-1);
  if (last === undefined) return null;
  const end = Math.max(1, here.t, last.t);
  return (
    <figure className={styles.trace}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={pathOf(curve, end)} />
        <path className={styles.parts} d={`M${(here.t / end) * 100} 0V100`} />
      </svg>
      <figcaption>{t('traceNote', { here: here.y, end: last.y, max: MaxProgress })}</figcaption>
    </figure>
  );
}
