import { Button } from '../components/ui/button';
import { t } from '../lib/language';
import styles from './app.module.css';

interface Props {
  /** failure says that it could not be loaded. */
  failure: string;
  /** calling is who is called, if somebody is. */
  calling?: string | undefined;
  failed: boolean;
  onAgain: () => void;
  onCancel: () => void;
}

/** Loading is shown to a user who is sooner than the chunk that is asked for. */
export function Loading({ failure, calling, failed, onAgain, onCancel }: Props) {
  return (
    <div className={styles.loading}>
      {failed ? (
        <p role="alert">{failure}</p>
      ) : (
        <p role="status">{calling === undefined ? t('opening') : t('calling', { name: calling })}</p>
      )}
      <div className={styles.choices}>
        {failed && <Button look="main" onClick={onAgain}>{t('tryAgain')}</Button>}
        {failed && <Button onClick={() => { location.reload(); }}>{t('reload')}</Button>}
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </div>
  );
}
