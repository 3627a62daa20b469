import { useState } from 'react';
import { Link } from '../../components/link';
import { Button } from '../../components/ui/button';
import { pathTo } from '../../lib/address';
import type { Attempt, Progress } from '../../lib/api/calls.gen';
import { pathOf } from '../../lib/curve';
import { language, t } from '../../lib/language';
import { MaxProgress } from '../../lib/rpc/types.gen';
import { beforeOf, endOf } from './model';
import styles from './progress.module.css';

/** few is how many attempts are drawn before all are asked for, the newest. */
const few = 12;

/** Attempts are the curves of a scene's attempts on one axis of time, each of which leads to its debrief. */
export function Attempts({ progress }: { progress: Progress }) {
  const [all, setAll] = useState(false);
  const { attempts, best } = progress;
  const shown = all ? attempts : attempts.slice(-few);
  const end = Math.max(1, ...shown.map(({ summary }) => Math.max(summary.curve.at(-1)?.t ?? 0, (summary.curve[0]?.t ?? 0) + summary.seconds)));
  return (
    <div className={styles.part}>
      <h5>{t('attemptCurves')}</h5>
      <ol className={styles.attempts}>
        {shown.map((one) => (
          <AttemptCurve key={one.summary.call} attempt={one} attempts={attempts} end={end} best={attempts.length > 1 && one.number === best} />
        ))}
      </ol>
      {attempts.length > few && (
        <div><Button onClick={() => { setAll(!all); }}>{all ? t('attemptsFew') : t('attemptsAll', { n: attempts.length })}</Button></div>
      )}
    </div>
  );
}

interface CurveProps {
  attempt: Attempt;
  attempts: readonly Attempt[];
  /** end is the last moment of the axis, in seconds. */
  end: number;
  best: boolean;
}

function AttemptCurve({ attempt, attempts, end, best }: CurveProps) {
  const { number, summary } = attempt;
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(Date.parse(summary.began));
  const last = summary.curve.at(-1);
  const stop = (summary.curve[0]?.t ?? 0) + summary.seconds;
  const line = last !== undefined && stop > last.t ? [...summary.curve, { t: stop, y: last.y }] : summary.curve;
  return (
    <li data-outcome={summary.outcome}>
      <Link href={pathTo('debrief', summary.call)}>
        <span>{t('attemptNumber', { n: number })}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.before} d={pathOf(beforeOf(attempt, attempts), end)} />
          <path d={pathOf(line, end)} />
        </svg>
        <span>
          <strong>{summary.progress}/{MaxProgress}</strong> {endOf(summary)}
          {best && <b> · {t('bestAttempt')}</b>}
        </span>
        <span className="muted">{date}</span>
      </Link>
    </li>
  );
}
