import { engineName } from '../../lib/engines';
import { t } from '../../lib/language';
import type { Usage } from './model';
import styles from './usage.module.css';
import { costWords, roleWords, totalWords, usedWords } from './words';

/** UsageDetails says, folded away, what each engine did and what that cost. */
export function UsageDetails({ usage }: { usage: Usage }) {
  if (usage.length === 0) return null;
  const total = totalWords(usage);
  return (
    <details className={styles.usage}>
      <summary>{t('usageTitle')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('usageEngine')}</th>
            <th scope="col">{t('usageUsed')}</th>
            <th scope="col">{t('usageCost')}</th>
          </tr>
        </thead>
        <tbody>
          {usage.map((u) => (
            <tr key={u.role + u.engine}>
              <th scope="row">
                {roleWords(u.role)} <span>{engineName(u.engine)}</span>
              </th>
              <td>{usedWords(u)}</td>
              <td>{costWords(u)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total !== '' && <p className="muted">{t('usageTotal', { cost: total })}</p>}
    </details>
  );
}
