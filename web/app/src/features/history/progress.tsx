import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { useAsked } from '../../components/use-asked';
import { listProgress } from '../../lib/api/mine';
import type { Public, Skill } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import styles from './progress.module.css';
import { SceneCard } from './scene-card';

interface Props {
  scenes: readonly Public[];
  skills: readonly Skill[];
}

/** Progress is how far the user came in each scene that they have attempted; the one of the newest attempt is open. */
export function Progress({ scenes, skills }: Props) {
  const [asked, again] = useAsked(listProgress);
  if (asked.state === 'there' && asked.it.scenes.length === 0) return null;
  return (
    <section className={styles.progress} aria-labelledby="progress">
      <h3 id="progress">{t('progressTitle')}</h3>
      {asked.state === 'loading' && <p role="status">{t('progressLoading')}</p>}
      {asked.state === 'failed' && (
        <Notice>
          {t('progressFailed', { reason: asked.reason })} <Button onClick={again}>{t('tryAgain')}</Button>
        </Notice>
      )}
      {asked.state === 'there' && asked.it.scenes.map((one, i) => (
        <SceneCard key={one.scene} of={one} scene={scenes.find(({ id }) => id === one.scene)} skills={skills} first={i === 0} />
      ))}
    </section>
  );
}
