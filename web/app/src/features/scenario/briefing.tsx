import type { Public } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import styles from './scenario.module.css';

/** Brief is what the user should know before the call. */
export function Brief({ scenario }: { scenario: Public }) {
  const { briefing } = scenario;
  return (
    <section className={styles.brief} aria-label={t('beforeCall')}>
      <p className={styles.situation} lang={scenario.language}>
        {briefing?.your_role !== undefined && <strong>{briefing.your_role} </strong>}
        {briefing?.situation ?? scenario.description}
      </p>
      <p>
        <span className="label">{t('goal')}</span>
        <span lang={scenario.language}>{scenario.goal_for_you ?? `${scenario.goal}.`}</span>
      </p>
      {briefing?.you_know !== undefined && briefing.you_know.length > 0 && (
        <details>
          <summary>{t('facts')}</summary>
          <ul lang={scenario.language}>
            {briefing.you_know.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </details>
      )}
      {scenario.content_notes !== undefined && scenario.content_notes.length > 0 && (
        <p className="muted">{t('touches', { notes: scenario.content_notes.join(', ') })}</p>
      )}
    </section>
  );
}
