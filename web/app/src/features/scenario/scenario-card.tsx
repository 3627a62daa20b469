import { Avatar } from '../../components/ui/avatar';
import type { Public } from '../../lib/api/types.gen';
import { categoryWord, difficultyWord, isAssistant, languageWord } from './model';
import styles from './scenario.module.css';

interface Props {
  scenario: Public;
  chosen: boolean;
  onChoose: () => void;
}

/** ScenarioCard is one radio of the picker, drawn as a card. */
export function ScenarioCard({ scenario, chosen, onChoose }: Props) {
  const facts = [
    languageWord(scenario.language),
    isAssistant(scenario) ? '' : categoryWord(scenario.category),
    scenario.minutes === undefined ? '' : `${scenario.minutes} min`,
  ].filter((fact) => fact !== '');
  return (
    <label className={styles.card} data-chosen={chosen}>
      <input className="hidden" type="radio" name="scenario" value={scenario.id} checked={chosen} onChange={onChoose} />
      <Avatar name={scenario.botname} size={52} />
      <span className={styles.cardText}>
        <span className={styles.cardTitle}>{scenario.title}</span>
        <span className={styles.cardWith}>with {scenario.botname}</span>
        <span className={styles.cardDescription}>{scenario.description ?? scenario.goal}</span>
        <span className={styles.facts}>
          {isAssistant(scenario) ? (
            <span className={styles.mark}>Assistant</span>
          ) : (
            <span className={styles.difficulty}>
              <span aria-hidden="true" className={styles.dots}>
                {[1, 2, 3, 4, 5].map((n) => (
                  <i key={n} data-on={n <= scenario.difficulty} />
                ))}
              </span>
              {difficultyWord(scenario.difficulty)}
            </span>
          )}
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </span>
      </span>
    </label>
  );
}
