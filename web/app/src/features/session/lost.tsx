import { Button } from '../../components/ui/button';
import { useSlow } from '../../components/use-slow';
import { t } from '../../lib/language';
import styles from './session.module.css';

/** How long a lost connection is waited for before the user is asked what to do, in ms: LiveKit's own way back takes some 10 s. */
export const retryMS = 15_000;

interface Props {
  onRetry: () => void;
  onEnd: () => void;
}

/** Lost says that the connection is lost, from when it is known, and after retryMS what can be done. */
export function Lost({ onRetry, onEnd }: Props) {
  const long = useSlow(true, retryMS);
  return (
    <section className={styles.away} role="status" aria-label={t('floorLost')}>
      <p>
        <strong>{t('lineLost')}</strong> {t('lineLostNote')}
      </p>
      {long && (
        <div className={styles.row}>
          <Button look="main" onClick={onRetry}>{t('retry')}</Button>
          <Button look="end" onClick={onEnd}>{t('awayEnd')}</Button>
        </div>
      )}
    </section>
  );
}
