import { t } from '../../lib/language';
import { MaxProgress } from '../../lib/rpc/types.gen';
import { changeWords, direction, spoken, type Verdict } from './model';
import styles from './verdict.module.css';

const steps = Array.from({ length: MaxProgress }, (_, i) => i + 1);

/** ProgressBar shows n of 10 and where it is going, never by colour alone; inLine, it is one line on a narrow page. */
export function ProgressBar({ verdict, inLine = false }: { verdict: Verdict; inLine?: boolean }) {
  const { progress, change } = verdict;
  return (
    <div className={styles.progress} data-in-line={inLine} data-direction={direction(change)}>
      <div className={styles.head}>
        <span className="label">{t('progress')}</span>
        <span className={styles.change}>{changeWords(change)}</span>
        <span className={styles.count}>
          <strong>{progress}</strong>/{MaxProgress}
        </span>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('progressGoal')}
        aria-valuemin={0}
        aria-valuemax={MaxProgress}
        aria-valuenow={progress}
        aria-valuetext={spoken(verdict)}
      >
        {steps.map((n) => (
          <i key={n} data-on={n <= progress} data-moved={n > Math.min(progress, progress - change) && n <= Math.max(progress, progress - change)} />
        ))}
      </div>
      <p className="hidden" role="status">
        {change === 0 ? '' : spoken(verdict)}
      </p>
    </div>
  );
}
