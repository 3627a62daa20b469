import type { Public, Skill } from '../../lib/api/types.gen';
import { language, t } from '../../lib/language';
import { minutesWord } from './model';
import styles from './scenario.module.css';

interface Props {
  scenario: Public;
  /** skills name those that the scene trains. */
  skills: readonly Skill[];
}

/** Brief is what the user should know before the call. */
export function Brief({ scenario, skills }: Props) {
  const { briefing, ends, language: lang } = scenario;
  const trained = (scenario.skills ?? []).map((id) => skills.find((skill) => skill.id === id)?.names[language()] ?? id);
  const after = (seconds: number) => t('briefEndsTime', { time: minutesWord(Math.round(seconds / 60), language()) });
  return (
    <section className={styles.brief} aria-label={t('beforeCall')}>
      <p className={styles.situation} lang={lang}>
        {briefing?.your_role !== undefined && <strong>{briefing.your_role} </strong>}
        {briefing?.situation ?? scenario.description}
      </p>
      <p>
        <span className="label">{t('goal')}</span>
        <span lang={lang}>{scenario.goal_for_you ?? `${scenario.goal}.`}</span>
      </p>
      <Lines title={t('facts')} lang={lang} lines={briefing?.you_know} />
      <Lines title={t('briefScored')} lang={lang} lines={briefing?.scored_on} />
      <Lines title={t('briefEnds')} lang={lang} lines={ends?.badly}>
        {ends?.time_limit_s !== undefined && <li>{after(ends.time_limit_s)}</li>}
        {ends?.max_turns !== undefined && <li>{t('briefEndsTurns', { n: ends.max_turns })}</li>}
      </Lines>
      {trained.length > 0 && (
        <p>
          <span className="label">{t('briefSkills')}</span>
          {trained.join(' · ')}
        </p>
      )}
      {scenario.minutes !== undefined && <p className="muted">{t('briefMinutes', { time: minutesWord(scenario.minutes, language()) })}</p>}
      {scenario.content_notes !== undefined && scenario.content_notes.length > 0 && (
        <p className="muted">{t('touches', { notes: scenario.content_notes.join(', ') })}</p>
      )}
    </section>
  );
}

/** Lines are lines in the scene's language under a title, and those of the page after them; without any there is no title. */
function Lines({ title, lines = [], lang, children }: { title: string; lines?: string[] | undefined; lang: string; children?: React.ReactNode }) {
  if (lines.length === 0 && children === undefined) return null;
  return (
    <div>
      <span className="label">{title}</span>
      <ul>
        {lines.map((line) => <li key={line} lang={lang}>{line}</li>)}
        {children}
      </ul>
    </div>
  );
}
