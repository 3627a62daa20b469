import { Button } from '../components/ui/button';
import { Notice } from '../components/ui/notice';
import { useSlow } from '../components/use-slow';
import type { Live } from '../lib/assistant/use-live';
import { t } from '../lib/language';
import styles from './assistant.module.css';

/** A connection that is back sooner than this is not worth a word. */
const briefMS = 1000;

interface Props {
  live: Live;
  /** known says that there is a state to show. */
  known: boolean;
}

/** ConnectionNotice says that what is shown may be old. */
export function ConnectionNotice({ live: { connection, again }, known }: Props) {
  const lost = useSlow(connection.state === 'retrying', briefMS);
  if (connection.state === 'refused') {
    return (
      <div className={styles.notice} role="alert">
        <p>{connection.reason}</p>
        <Button onClick={again}>{t('tryAgain')}</Button>
      </div>
    );
  }
  if (!lost) return null;
  return (
    <div className={styles.notice}>
      <Notice>{t(known ? 'deskOffline' : 'deskOfflineEmpty')}</Notice>
    </div>
  );
}
