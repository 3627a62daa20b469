import type { ReactNode } from 'react';
import styles from './session.module.css';

/** CallBar is a call that is one line of a page about something else. */
export function CallBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
