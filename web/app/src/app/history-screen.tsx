import { Button } from '../components/ui/button';
import { Notice } from '../components/ui/notice';
import { Link } from '../components/link';
import { CallRow } from '../features/history/call-row';
import styles from '../features/history/history.module.css';
import { useHistory } from '../features/history/use-history';
import { pathTo } from '../lib/address';
import { t } from '../lib/language';
import { useArrival } from '../lib/navigation';
import type { ScreenProps } from './screens';
import { useTitle } from '../components/use-title';

/** Screen lists the user's calls, each of which leads to its debrief. */
export function Screen({ scenarios }: ScreenProps) {
  const { calls, state, reason, more, again } = useHistory();
  const heading = useArrival('history');
  useTitle(t('historyTitle'));
  const sceneOf = (id: string) => (scenarios.state === 'loaded' ? scenarios.list.find((one) => one.id === id) : undefined);
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
          {t('historyNone')} <Link href="/">{t('allScenes')}</Link>
        </p>
      )}
      <ol className={styles.list}>
        {calls.map((call) => (
          <CallRow key={call.call} call={call} scene={sceneOf(call.scene)} />
        ))}
      </ol>
      <p><Link href={pathTo('ledger')}>{t('historyData')}</Link></p>
      {more !== undefined && <p><Button onClick={more}>{t('historyMore')}</Button></p>}
    </div>
  );
}
