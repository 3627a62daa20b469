import type { ReactNode } from 'react';
import { t } from '../../lib/language';
import styles from './notice.module.css';

interface Props {
  children: ReactNode;
  onDismiss?: () => void;
}

/** Notice is one plain sentence about something that does not work. */
export function Notice({ children, onDismiss }: Props) {
  return (
    <div className={styles.notice} role="status">
      <span aria-hidden="true" className={styles.noticeMark}>
        !
      </span>
      <p>{children}</p>
      {onDismiss !== undefined && (
        <button type="button" className={styles.dismiss} aria-label={t('dismiss')} onClick={onDismiss}>
          ✕
        </button>
      )}
    </div>
  );
}
