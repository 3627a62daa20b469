import { useEffect, useState } from 'react';
import { getStatus } from '../lib/api/client';
import { enginesLine } from './engines';
import styles from './app.module.css';

/** Footer says what plays the character, and that it is no person. */
export function Footer() {
  const [line, setLine] = useState('');
  useEffect(() => {
    const abort = new AbortController();
    getStatus(abort.signal).then(
      (status) => { setLine(enginesLine(status.engines)); },
      () => undefined, // the picker says that Parley does not answer
    );
    return () => { abort.abort(); };
  }, []);
  return (
    <footer className={styles.footer}>
      <p>The characters are played by software, not by people. What they say is made up.</p>
      {line !== '' && <p data-testid="engines">{line}</p>}
    </footer>
  );
}
