import { useArrival } from '../../lib/navigation';
import type { Debrief } from '../../lib/api/debrief';
import { engineName } from '../../lib/engines';
import { t, tell, type MessageID } from '../../lib/language';
import styles from './debrief.module.css';
import { clock } from './model';

const outcomes: Readonly<Partial<Record<string, MessageID>>> = {
  won: 'outcomeWon', lost: 'outcomeLost', timeout: 'outcomeTimeout', left: 'outcomeLeft', error: 'outcomeError', cut_off: 'outcomeCut',
};

/** Outcome is how the call ended, with the character's own last words as the headline. */
export function Outcome({ debrief: d }: { debrief: Debrief }) {
  const heading = useArrival(d.call);
  const lang = d.scene.language;
  const why = tell(d.code, d.reason ?? '', { name: d.scene.character ?? '' });
  return (
    <header className={styles.outcome} data-outcome={d.outcome}>
      <p className={styles.kind}>
        <strong>{t(outcomes[d.outcome ?? ''] ?? 'outcomeRunning')}</strong>
        {d.scene.title !== undefined && <span lang={lang}>{d.scene.title}</span>}
      </p>
      <h2 ref={heading} tabIndex={-1} className={styles.headline}>
        {d.headline === undefined ? t('noWord') : <q lang={lang}>{d.headline.text}</q>}
      </h2>
      {d.ending !== undefined && (
        <p>
          {t('lostBy', { name: d.scene.character ?? '' })} <span lang={lang}>{d.ending.mild ?? d.ending.when}</span>
        </p>
      )}
      {d.ending === undefined && why.text !== '' && <p lang={why.lang}>{why.text}</p>}
      <ul className={styles.numbers}>
        <li>
          <strong>{d.progress}</strong>
          {t('outOfTen')}
        </li>
        <li>
          <strong>{clock(d.seconds)}</strong>
          {t('minutes')}
        </li>
        <li>
          <strong>{d.exchanges}</strong>
          {t('exchanges', { n: d.exchanges })}
        </li>
        <li>
          <strong>{d.hints}</strong>
          {t('hints', { n: d.hints })}
        </li>
        {d.attempt !== undefined && (
          <li>
            <strong>{d.attempt}</strong>
            {d.best === true ? t('attemptBest') : t('attempt')}
          </li>
        )}
      </ul>
      {d.judge !== undefined && (
        <p className="muted">
          {d.recogniser === undefined
            ? t('judgedBy', { judge: engineName(d.judge) })
            : t('judgedAndHeard', { judge: engineName(d.judge), ear: engineName(d.recogniser) })}
        </p>
      )}
    </header>
  );
}
