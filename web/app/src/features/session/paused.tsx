import { Button } from '../../components/ui/button';
import { t } from '../../lib/language';
import styles from './session.module.css';

/** Paused says that the call waits for the user, and goes on with it. */
export function Paused({ onGoOn }: { onGoOn: () => void }) {
  return (
    <section className={styles.away} role="status" aria-label={t('floorPaused')}>
      <p>
        <strong>{t('floorPaused')}.</strong> {t('pausedNote')}
      </p>
      <div className={styles.row}>
        <Button look="main" hotkey="P" onClick={onGoOn}>{t('goOn')}</Button>
      </div>
    </section>
  );
}
