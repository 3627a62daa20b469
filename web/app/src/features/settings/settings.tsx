import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** Settings is a small folded place for what is chosen once. */
export function Settings({ children }: { children: ReactNode }) {
  return (
    <details className={styles.settings}>
      <summary>Settings</summary>
      {children}
    </details>
  );
}
