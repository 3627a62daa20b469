import { useState, type ReactNode } from 'react';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import type { Receipt } from '../../lib/api/calls.gen';
import { ApiError } from '../../lib/api/client';
import { t } from '../../lib/language';
import styles from './ledger.module.css';

interface Props {
  /** children are the button's words, title those of the question, sure what is lost, yes the answer. */
  children: ReactNode;
  title: string;
  sure: string;
  yes: string;
  look?: 'plain' | 'end';
  erase: () => Promise<Receipt>;
  onGone: (receipt: Receipt) => void;
}

/** Erase deletes what is kept of the user, after a second click, and hands on the receipt. */
export function Erase({ children, title, sure, yes, look = 'plain', erase, onGone }: Props) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const ask = (open: boolean) => {
    setAsked(open);
    setFault('');
  };
  const run = async () => {
    setBusy(true);
    try {
      const receipt = await erase();
      ask(false);
      onGone(receipt);
    } catch (error) {
      setFault(t('deleteAllFailed', { reason: error instanceof ApiError ? error.message : t('noAnswer') }));
    }
    setBusy(false);
  };
  return (
    <>
      <Button look={look} onClick={() => { ask(true); }}>{children}</Button>
      {asked && (
        <Dialog title={title} onClose={() => { ask(false); }}>
          <p>{sure}</p>
          {fault !== '' && <p role="alert">{fault}</p>}
          <div className={styles.row}>
            <Button look="end" disabled={busy} onClick={() => void run()}>{yes}</Button>
            <Button onClick={() => { ask(false); }}>{t('deleteAllNo')}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
