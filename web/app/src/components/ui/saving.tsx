import { t } from '../../lib/language';
import styles from './saving.module.css';

interface Props {
  /** what names the fault. */
  what?: string;
  /** Why it was not saved, if it was not. */
  fault: string | undefined;
  onAgain: () => void;
  onDrop: () => void;
}

/** Saving says of something that the server has not stored yet how far it is. */
export function Saving({ what = t('notSaved'), fault, onAgain, onDrop }: Props) {
  if (fault === undefined) {
    return (
      <span className={styles.saving}>
        <i aria-hidden="true" />
        {t('saving')}
      </span>
    );
  }
  return (
    <span className={styles.failed} role="alert">
      {what} {fault}
      <button type="button" onClick={onAgain}>
        {t('tryAgain')}
      </button>
      <button type="button" onClick={onDrop}>
        {t('savingDrop')}
      </button>
    </span>
  );
}
