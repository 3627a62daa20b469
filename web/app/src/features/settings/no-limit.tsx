import { useId } from 'react';
import { t } from '../../lib/language';
import styles from './fields.module.css';

/** NoLimit is whether calls have a time limit. */
export function NoLimit({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId();
  return (
    <div className={styles.check}>
      <label>
        <input type="checkbox" checked={on} aria-describedby={id} onChange={(e) => { onChange(e.target.checked); }} /> {t('limitOff')}
      </label>
      <p id={id} className="muted">{t('limitOffNote')}</p>
    </div>
  );
}
