import { Link } from '../../components/link';
import { Avatar } from '../../components/ui/avatar';
import { pathTo } from '../../lib/address';
import type { Public } from '../../lib/api/types.gen';
import { categoryWord, difficultyWord, languageWord } from './model';
import styles from './scenario.module.css';

/** ScenarioCard leads to the brief of a scene; chosen, its brief is the one that is shown. */
export function ScenarioCard({ scenario, chosen }: { scenario: Public; chosen: boolean }) {
  const facts = [
    languageWord(scenario.language),
    categoryWord(scenario.category),
    scenario.minutes === undefined ? '' : `${scenario.minutes} min`,
  ].filter((fact) => fact !== '');
  return (
    <Link className={styles.card} href={pathTo('brief', scenario.id)} aria-current={chosen}>
      <Avatar name={scenario.botname} bot={scenario.bot} size={52} />
      <span className={styles.cardText}>
        <span className={styles.cardTitle}>{scenario.title}</span>
        <span className={styles.cardWith}>with {scenario.botname}</span>
        <span className={styles.cardDescription}>{scenario.description ?? scenario.goal}</span>
        <span className={styles.facts}>
          <span className={styles.difficulty}>
            <span aria-hidden="true" className={styles.dots}>
              {[1, 2, 3, 4, 5].map((n) => (
                <i key={n} data-on={n <= scenario.difficulty} />
              ))}
            </span>
            {difficultyWord(scenario.difficulty)}
          </span>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </span>
    </Link>
  );
}
