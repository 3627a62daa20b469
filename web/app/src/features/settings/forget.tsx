import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { ApiError } from '../../lib/api/client';
import styles from './settings.module.css';

interface Props {
  /** forget removes what is kept and reports whether there was anything. */
  forget: () => Promise<boolean>;
}

/** Forget removes what Parley remembers of how the user talks. */
export function Forget({ forget }: Props) {
  const [says, setSays] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      setSays((await forget()) ? 'Forgotten.' : 'Nothing is remembered.');
    } catch (error) {
      setSays(error instanceof ApiError ? error.message : 'That did not work. Try again.');
    }
    setBusy(false);
  };
  return (
    <div className={styles.forget}>
      <Button onClick={() => void run()} disabled={busy}>
        Forget how I talk
      </Button>
      <p className="muted">Parley remembers how long you pause, so that it does not cut you off. None of your words.</p>
      <p role="status">{says}</p>
    </div>
  );
}
