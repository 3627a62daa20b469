import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { ApiError } from '../../lib/api/client';
import styles from './settings.module.css';

interface Props {
  /** forget erases all that is kept of the user and reports whether there could be any. */
  forget: () => Promise<boolean>;
  /** onForgotten runs when it is done. */
  onForgotten?: () => void;
}

/** Forget erases all that Parley keeps of the user, after a second click. */
export function Forget({ forget, onForgotten }: Props) {
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState('');
  const run = async () => {
    setBusy(true);
    try {
      setSays((await forget()) ? 'Forgotten.' : 'Nothing is remembered.');
      setSure(false);
      onForgotten?.();
    } catch (error) {
      setSays(error instanceof ApiError ? error.message : 'That did not work. Try again.');
    }
    setBusy(false);
  };
  return (
    <div className={styles.forget}>
      {sure ? (
        <>
          <p>Every task, reminder, message and memory is erased for good, and how you talk.</p>
          <Button look="end" disabled={busy} onClick={() => void run()}>Erase everything</Button>
          <Button disabled={busy} onClick={() => { setSure(false); }}>Keep it</Button>
        </>
      ) : (
        <>
          <Button onClick={() => { setSays(''); setSure(true); }}>Forget me</Button>
          <p className="muted">Parley remembers how long you pause, so that it does not cut you off, and what you tell assistants.</p>
        </>
      )}
      <p role="status">{says}</p>
    </div>
  );
}
