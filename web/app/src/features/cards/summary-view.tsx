import type { Summary } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import styles from './cards.module.css';
import { all } from '../../lib/lists';
import { figuresOf } from './model';

/** SummaryView is a short account: three figures, what it says, what is to do and what was decided. */
export function SummaryView({ summary, lang }: { summary: Summary; lang: string }) {
  const items = all(summary.action_items);
  const decisions = all(summary.decisions);
  return (
    <>
      <dl className={styles.figures}>
        {figuresOf(summary).map(({ n, word, late }) => (
          <div key={word} data-late={late}>
            <dt>{word}</dt>
            <dd>{n}</dd>
          </div>
        ))}
      </dl>
      <p lang={lang}>{summary.summary}</p>
      {items.length > 0 && (
        <section aria-label={t('summaryToDo')}>
          <h3>{t('summaryToDo')}</h3>
          <ul>
            {items.map((item) => (
              <li key={item.task}>
                <span lang={lang}>{item.task}</span>
                {item.due !== undefined && item.due !== '' && <span className="muted"> {t('summaryBy', { when: item.due })}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {decisions.length > 0 && (
        <section aria-label={t('summaryDecided')}>
          <h3>{t('summaryDecided')}</h3>
          <ul>
            {decisions.map((decision) => (
              <li key={decision} lang={lang}>{decision}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
