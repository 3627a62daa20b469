import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import type { Receipt } from '../../lib/api/calls.gen';
import { ApiError } from '../../lib/api/client';
import { deleteAll } from '../../lib/api/mine';
import { t } from '../../lib/language';
import styles from './ledger.module.css';

/** DeleteAll deletes all that is kept of the user, after a second click, and hands on the receipt. */
export function DeleteAll({ onGone }: { onGone: (receipt: Receipt) => void }) {
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const erase = () => {
    setBusy(true);
    deleteAll().then(onGone, (error: unknown) => {
      setBusy(false);
      setFault(t('deleteAllFailed', { reason: error instanceof ApiError ? error.message : t('noAnswer') }));
    });
  };
  return (
    <>
      <Button look="end" onClick={() => { setAsked(true); }}>{t('deleteAll')}</Button>
      {asked && (
        <Dialog title={t('deleteAll')} onClose={() => { setAsked(false); }}>
          <p>{t('deleteAllSure')}</p>
          {fault !== '' && <p role="alert">{fault}</p>}
          <div className={styles.row}>
            <Button look="end" disabled={busy} onClick={erase}>{t('deleteAllYes')}</Button>
            <Button onClick={() => { setAsked(false); }}>{t('deleteAllNo')}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
