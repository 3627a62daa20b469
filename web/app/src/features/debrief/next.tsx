import { Link } from '../../components/link';
import { Button } from '../../components/ui/button';
import { pathTo } from '../../lib/address';
import type { Debrief } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import { Rating } from './rating';
import styles from './debrief.module.css';
import { clock } from './model';

interface Props {
  debrief: Debrief;
  onFork: (turn: number, drill?: boolean) => void;
}

/** Next is what may be done now: the moment again, a drill of it, or another scene. */
export function Next({ debrief, onFork }: Props) {
  const { next, fork_default: turn, scene } = debrief;
  const drill = next.drill;
  return (
    <section className={styles.section} aria-label={t('nextTitle')}>
      <h3>{t('nextTitle')}</h3>
      <ul className={styles.next}>
        {turn !== undefined && (
          <li>
            <Button look="main" onClick={() => { onFork(turn); }}>
              {debrief.outcome === 'lost' ? t('againBeforeLost') : t('againFrom')}
            </Button>
          </li>
        )}
        {drill !== undefined && (
          <li>
            <Button onClick={() => { onFork(drill.turn, true); }}>{t('drill', { at: clock(drill.t) })}</Button>
          </li>
        )}
        <li>
          <Link href={pathTo('brief', scene.id)}>{t('wholeAgain')}</Link>
        </li>
        {next.harder !== undefined && (
          <li>
            <Link href={pathTo('brief', next.harder.id)}>{t('harder')} <span lang={next.harder.language}>{next.harder.title ?? next.harder.id}</span></Link>
          </li>
        )}
        {next.train !== undefined && (
          <li>
            <Link href={pathTo('brief', next.train.scene.id)}>{t('train')} <span lang={next.train.scene.language}>{next.train.scene.title ?? next.train.scene.id}</span></Link>
          </li>
        )}
        <li>
          <Link href={pathTo('history')}>{t('history')}</Link>
        </li>
      </ul>
      {debrief.not_kept !== true && <Rating call={debrief.call} />}
    </section>
  );
}
