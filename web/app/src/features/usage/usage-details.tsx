import { engineName } from '../../lib/engines';
import type { Usage } from './model';
import styles from './usage.module.css';
import { costWords, roleWords, totalWords, usedWords } from './words';

/** UsageDetails says, folded away, what each engine did and what that cost. */
export function UsageDetails({ usage }: { usage: Usage }) {
  if (usage.length === 0) return null;
  const total = totalWords(usage);
  return (
    <details className={styles.usage}>
      <summary>What this call used</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Engine</th>
            <th scope="col">Used</th>
            <th scope="col">Cost</th>
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
      {total !== '' && <p className="muted">All together: {total}.</p>}
    </details>
  );
}
