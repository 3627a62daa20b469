import { useId, useState, type ReactNode } from 'react';
import { t } from '../lib/language';
import styles from './call.module.css';

/** More is what a call keeps behind one button on a narrow page, and shows in place on a wide one. */
export function More({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={styles.moreButton}
        aria-label={t('more')}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => { setOpen(!open); }}
      >
        ⋯
      </button>
      <div id={id} className={styles.more} data-open={open}>
        {children}
      </div>
    </>
  );
}
