import type { ReactNode } from 'react';
import { t } from '../../lib/language';
import styles from './settings.module.css';

/** Settings is a small folded place for what is chosen once. */
export function Settings({ children, onOpen }: { children: ReactNode; onOpen?: () => void }) {
  return (
    <details className={styles.settings} onToggle={onOpen}>
      <summary>{t('settings')}</summary>
      {children}
    </details>
  );
}
