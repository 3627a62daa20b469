import { t } from '../../lib/language';
import { MaxProgress } from '../../lib/rpc/types.gen';
import type { Before } from '../../lib/rpc/events';
import styles from './verdict.module.css';

/** Trace is how the call went that this one goes on from, in grey, with the moment at which it parts; and that in words. */
export function Trace({ before: { here, curve } }: { before: Before }) {
  const last = curve.at(-1);
  if (last === undefined) return null;
  const end = Math.max(1, here.t, last.t);
  const x = (at: number) => Math.round((at / end) * 1000) / 10;
  const y = (progress: number) => MaxProgress - progress;
  const line = curve.map((point, i) => (i === 0 ? `M${x(point.t)} ${y(point.y)}` : `H${x(point.t)}V${y(point.y)}`)).join('');
  return (
    <figure className={styles.trace}>
      <svg viewBox={`0 0 100 ${MaxProgress}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={line} />
        <path className={styles.parts} d={`M${x(here.t)} 0V${MaxProgress}`} />
      </svg>
      <figcaption>{t('traceNote', { here: here.y, end: last.y, max: MaxProgress })}</figcaption>
    </figure>
  );
}
