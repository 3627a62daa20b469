import { useId } from 'react';
import { t, type MessageID } from '../../lib/language';
import type { View } from './view';
import styles from './view.module.css';

const sizes: Record<View['size'], MessageID> = { small: 'captionsSmall', usual: 'captionsUsual', large: 'captionsLarge' };

/** ViewSettings is how a call is shown. */
export function ViewSettings({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const id = useId();
  return (
    <div className={styles.view}>
      <label>
        <input type="checkbox" checked={view.captions} aria-keyshortcuts="C" onChange={(e) => { onChange({ ...view, captions: e.target.checked }); }} />
        {t('captionsShow')}
      </label>
      <label htmlFor={id}>{t('captionsSize')}</label>
      <select id={id} value={view.size} onChange={(e) => { onChange({ ...view, size: e.target.value as View['size'] }); }}>
        {Object.entries(sizes).map(([size, word]) => <option key={size} value={size}>{t(word)}</option>)}
      </select>
      <label>
        <input type="checkbox" checked={view.reactions} onChange={(e) => { onChange({ ...view, reactions: e.target.checked }); }} />
        {t('reactionsShow')}
      </label>
    </div>
  );
}
