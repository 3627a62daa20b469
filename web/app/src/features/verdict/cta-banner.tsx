import { useBriefly } from '../../components/use-briefly';
import { direction, type Verdict } from './model';
import styles from './verdict.module.css';

/** How long a call to action stays; four words are read in half of it. */
const shownMS = 4000;

/** CtaBanner shows the newest call to action for a moment, without taking focus. */
export function CtaBanner({ verdict, language }: { verdict: Verdict; language: string }) {
  const cta = useBriefly(verdict.cta, shownMS);
  return (
    <div className={styles.ctaSlot} role="status">
      {cta !== undefined && (
        <p key={cta.count} lang={language} className={styles.cta} data-direction={direction(verdict.change)}>
          {cta.text}
        </p>
      )}
    </div>
  );
}
