import type { Attempt } from '../../lib/api/calls.gen';
import { t } from '../../lib/language';
import { show } from '../../lib/speech';
import { sparkOf, trendsOf, type Trend } from './model';
import styles from './progress.module.css';

/** Trends are the numbers of how the user spoke, attempt by attempt, each with what it rests on. */
export function Trends({ attempts }: { attempts: readonly Attempt[] }) {
  const trends = trendsOf(attempts);
  return (
    <div className={styles.part}>
      <h5>{t('trends')}</h5>
      {trends.length === 0 ? <p className="muted">{t('trendsNone')}</p> : (
        <ul className={styles.trends}>
          {trends.map((trend) => <TrendRow key={trend.row.id} trend={trend} />)}
        </ul>
      )}
    </div>
  );
}

function TrendRow({ trend: { row, points } }: { trend: Trend }) {
  const told = (v: number, atLeast: boolean) => `${atLeast ? `${t('atLeast')} ` : ''}${show(v, row.unit)}`;
  const newest = points.findLast(({ v }) => v !== undefined);
  return (
    <li>
      <details>
        <summary>
          <span>{t(row.name)}</span>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path d={sparkOf(points.map(({ v }) => v))} />
            <path className={styles.dots} d={sparkOf(points.map(({ v }) => v), true)} />
          </svg>
          {newest?.v !== undefined && (
            <span className={styles.value}>
              <strong>{told(newest.v, newest.atLeast)}</strong> <span className="muted">{t('trendN', { n: newest.n })}</span>
            </span>
          )}
        </summary>
        <p className="muted">{t(row.formula)}</p>
        <ul className={styles.points}>
          {points.map(({ attempt, v, n, atLeast }) => (
            <li key={attempt}>
              {t('attemptNumber', { n: attempt })}: {v === undefined ? t('trendFew') : <strong>{told(v, atLeast)}</strong>}{' '}
              <span className="muted">{t('trendN', { n })}</span>
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}
