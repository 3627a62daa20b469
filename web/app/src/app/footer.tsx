import { useEffect, useState } from 'react';
import { getStatus } from '../lib/api/client';
import { t } from '../lib/language';
import { enginesLine } from './engines';
import styles from './app.module.css';

/** Footer says what plays the character, and that it is no person. */
export function Footer() {
  const [engines, setEngines] = useState<Record<string, string>>({});
  useEffect(() => {
    const abort = new AbortController();
    getStatus(abort.signal).then(
      (status) => { setEngines(status.engines); },
      () => undefined, // the picker says that Parley does not answer
    );
    return () => { abort.abort(); };
  }, []);
  const line = enginesLine(engines);
  return (
    <footer className={styles.footer}>
      <p>{t('madeUp')}</p>
      {line !== '' && <p data-testid="engines">{line}</p>}
    </footer>
  );
}
