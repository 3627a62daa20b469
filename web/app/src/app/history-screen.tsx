import { Button } from '../components/ui/button';
import { Notice } from '../components/ui/notice';
import { Link } from '../components/link';
import { CallRow } from '../features/history/call-row';
import styles from '../features/history/history.module.css';
import { proposed } from '../features/history/model';
import { Progress } from '../features/history/progress';
import { useHistory } from '../features/history/use-history';
import { pathTo } from '../lib/address';
import { language, t } from '../lib/language';
import { useArrival } from '../lib/navigation';
import type { ScreenProps } from './screens';
import { useTitle } from '../components/use-title';

const nothing = { list: [], skills: [] };

/** Screen is the user's progress by scene, and their calls, each of which leads to its debrief. */
export function Screen({ scenarios }: ScreenProps) {
  const { calls, state, reason, more, again } = useHistory();
  const heading = useArrival('history');
  useTitle(t('historyTitle'));
  const { list: scenes, skills } = scenarios.state === 'loaded' ? scenarios : nothing;
  const first = proposed(scenes, language());
  return (
    <div className={styles.history}>
      <h2 ref={heading} tabIndex={-1}>{t('historyTitle')}</h2>
      {state === 'failed' && (
        <Notice>
          {t('historyFailed', { reason })} <Button onClick={again}>{t('tryAgain')}</Button>
        </Notice>
      )}
      {state === 'loading' && <p role="status">{t('historyLoading')}</p>}
      {state === 'there' && calls.length === 0 && (
        <p>
          {t('historyNone')} {first === undefined ? <Link href="/">{t('allScenes')}</Link> : (
            <>{t('historyFirst')} <Link href={pathTo('brief', first.id)} lang={first.language}>{first.title}</Link></>
          )}
        </p>
      )}
      {calls.length > 0 && <Progress scenes={scenes} skills={skills} />}
      {calls.length > 0 && <h3 className={styles.all}>{t('historyAll')}</h3>}
      <ol className={styles.list}>
        {calls.map((call) => (
          <CallRow key={call.call} call={call} scene={scenes.find(({ id }) => id === call.scene)} />
        ))}
      </ol>
      <p><Link href={pathTo('ledger')}>{t('historyData')}</Link></p>
      {more !== undefined && <p><Button onClick={more}>{t('historyMore')}</Button></p>}
    </div>
  );
}
