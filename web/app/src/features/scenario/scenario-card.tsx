import { Link } from '../../components/link';
import { Avatar } from '../../components/ui/avatar';
import { pathTo } from '../../lib/address';
import type { Public } from '../../lib/api/types.gen';
import { language, t } from '../../lib/language';
import { categoryWord, difficultyWord, languageWord, minutesWord } from './model';
import styles from './scenario.module.css';

/** ScenarioCard leads to the brief of a scene; chosen, its brief is the one that is shown. */
export function ScenarioCard({ scenario, chosen }: { scenario: Public; chosen: boolean }) {
  const facts = [
    languageWord(scenario.language, language()),
    scenario.minutes === undefined ? '' : minutesWord(scenario.minutes, language()),
  ].filter((fact) => fact !== '');
  return (
    <Link className={styles.card} href={pathTo('brief', scenario.id)} aria-current={chosen}>
      <Avatar name={scenario.botname} bot={scenario.bot} size={52} />
      <span className={styles.cardText}>
        <span className={styles.cardTitle} lang={scenario.language}>{scenario.title}</span>
        <span className={styles.cardWith}>{t('with', { name: scenario.botname })}</span>
        <span className={styles.cardDescription} lang={scenario.language}>{scenario.description ?? scenario.goal}</span>
        <span className={styles.facts}>
          <span className={styles.difficulty}>
            <span aria-hidden="true" className={styles.dots}>
              {[1, 2, 3, 4, 5].map((n) => (
                <i key={n} data-on={n <= scenario.difficulty} />
              ))}
            </span>
            {t(difficultyWord(scenario.difficulty))}
          </span>
          {scenario.category !== undefined && <span lang={scenario.language}>{categoryWord(scenario.category)}</span>}
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </span>
    </Link>
  );
}
