import type { Public } from '../../lib/api/types.gen';
import styles from './scenario.module.css';

/** Brief is what the user should know before the call. */
export function Brief({ scenario }: { scenario: Public }) {
  const { briefing } = scenario;
  return (
    <section className={styles.brief} aria-label="Before you call">
      <p className={styles.situation}>
        {briefing?.your_role !== undefined && <strong>{briefing.your_role} </strong>}
        {briefing?.situation ?? scenario.description}
      </p>
      <p>
        <span className="label">Your goal</span>
        {scenario.goal_for_you ?? `${scenario.goal}.`}
      </p>
      {briefing?.you_know !== undefined && briefing.you_know.length > 0 && (
        <details>
          <summary>What you know</summary>
          <ul>
            {briefing.you_know.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </details>
      )}
      {scenario.content_notes !== undefined && scenario.content_notes.length > 0 && (
        <p className="muted">Touches on: {scenario.content_notes.join(', ')}.</p>
      )}
    </section>
  );
}
