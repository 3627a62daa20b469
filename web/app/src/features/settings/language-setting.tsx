import { useId } from 'react';
import { language as spoken, languages, speak, t, useLanguage, type Language } from '../../lib/language';
import { storeLanguage } from '../../lib/settings';
import styles from './fields.module.css';

/** LanguageSetting chooses the page's language, which this browser then keeps. */
export function LanguageSetting() {
  const id = useId();
  const language = useLanguage();
  const choose = async (next: Language) => {
    await speak(next);
    if (spoken() === next) storeLanguage(localStorage, next); // else another one was chosen meanwhile
  };
  return (
    <div className={styles.patience}>
      <label htmlFor={id}>{t('language')}</label>
      <select id={id} value={language} onChange={(e) => { choose(e.target.value as Language).catch(() => undefined); }}>
        {Object.entries(languages).map(([tag, name]) => <option key={tag} value={tag} lang={tag}>{name}</option>)}
      </select>
    </div>
  );
}
