import { Link } from '../../components/link';
import { pathTo } from '../../lib/address';
import type { Practice, Progress } from '../../lib/api/calls.gen';
import type { Skill } from '../../lib/api/types.gen';
import { language, t } from '../../lib/language';
import { checkText } from './model';
import styles from './progress.module.css';

interface Props {
  progress: Progress;
  lang: string | undefined;
  skills: readonly Skill[];
}

/** NextPractice is what to practise next, by the server's rule, with why. */
export function NextPractice({ progress, lang, skills }: Props) {
  const { next, checks } = progress;
  if (next === undefined) return null;
  const weak = checks.find(({ id }) => id === next.check);
  return (
    <div className={styles.next}>
      <h5>{t('practiseTitle')}</h5>
      {weak !== undefined && (
        <p>
          {t('practiseWeak', { met: next.met, of: next.of })} <q lang={weak.text === undefined ? undefined : lang}>{checkText(weak)}</q>
        </p>
      )}
      <p>{why(next, skills)}</p>
      <p>
        <Link href={pathTo('brief', next.scene.id)} lang={next.scene.language}>{next.scene.title ?? next.scene.id}</Link>
      </p>
    </div>
  );
}

function why(next: Practice, skills: readonly Skill[]): string {
  switch (next.rule) {
    case 'train': {
      const skill = skills.find(({ id }) => id === next.skill)?.names[language()] ?? next.skill ?? '';
      return t('practiseTrain', { skill });
    }
    case 'harder':
      return t('practiseHarder');
    default:
      return t('practiseAgain');
  }
}
