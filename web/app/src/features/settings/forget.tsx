import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { ApiError } from '../../lib/api/client';
import { t } from '../../lib/language';
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
      setSays((await forget()) ? t('forgotten') : t('nothingKept'));
      setSure(false);
      onForgotten?.();
    } catch (error) {
      setSays(error instanceof ApiError ? error.message : t('didNotWork'));
    }
    setBusy(false);
  };
  return (
    <div className={styles.forget}>
      {sure ? (
        <>
          <p>{t('forgetSure')}</p>
          <Button look="end" disabled={busy} onClick={() => void run()}>{t('forgetYes')}</Button>
          <Button disabled={busy} onClick={() => { setSure(false); }}>{t('forgetNo')}</Button>
        </>
      ) : (
        <>
          <Button onClick={() => { setSays(''); setSure(true); }}>{t('forget')}</Button>
          <p className="muted">{t('forgetNote')}</p>
        </>
      )}
      <p role="status">{says}</p>
    </div>
  );
}
