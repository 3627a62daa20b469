import { Button } from '../../components/ui/button';
import type { Debrief, Step } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import styles from './debrief.module.css';
import { changeOf, clock } from './model';

interface Props {
  debrief: Debrief;
  step: Step;
  onFork: (turn: number) => void;
}

/** StepCard is an exchange: what the user said, what the character answered, and what it met or cost. */
export function StepCard({ debrief, step, onFork }: Props) {
  const lang = debrief.scene.language;
  const [user, character] = step.turns ?? [];
  const theirs = debrief.transcript.find((line) => line.turn === character)?.text ?? step.quote;
  const met = (debrief.checks ?? []).filter((check) => step.checks?.includes(check.id));
  return (
    <div className={styles.card} role="status">
      <p className={styles.facts}>
        <span>{clock(step.t)}</span>
        <strong data-change={Math.sign(step.to - step.from)}>{changeOf(step)}</strong>
        <span>{t('ofTen', { n: step.to })}</span>
      </p>
      {step.words !== undefined && (
        <p>
          <span className="label">{t('you')}</span>
          <q lang={lang}>{step.words}</q>
        </p>
      )}
      {theirs !== undefined && (
        <p>
          <span className="label">{debrief.scene.character}</span>
          <q lang={lang}>{theirs}</q>
        </p>
      )}
      {met.map((check) => (
        <p key={check.id} className={styles.met}>
          <span aria-hidden="true">✓ </span>
          <span lang={lang}>{check.text}</span>
        </p>
      ))}
      {step.strike !== undefined && <p className={styles.cost}>{t('strike', { n: step.strike.n, of: step.strike.of })}</p>}
      {step.held !== undefined && <p className="muted">{t('whyHeldOther')}</p>}
      {user !== undefined && user > 0 && (
        <p className={styles.row}>
          <Button onClick={() => { onFork(user); }}>{t('again')}</Button>
        </p>
      )}
    </div>
  );
}
