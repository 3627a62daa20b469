import { useState } from 'react';
import { Link } from '../../components/link';
import { Button } from '../../components/ui/button';
import { pathTo } from '../../lib/address';
import { ApiError } from '../../lib/api/client';
import { forgetUser } from '../../lib/api/mine';
import { t } from '../../lib/language';
import { needPerson } from '../../lib/person';
import type { Store } from '../../lib/settings';
import { dropUser, knownUser } from '../../lib/user';
import styles from './fields.module.css';

interface Props {
  /** onForgotten runs when it is done. */
  onForgotten?: () => void;
}

/** Forget erases all that Parley keeps of the user, their calls too, after a second click. */
export function Forget({ onForgotten }: Props) {
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [says, setSays] = useState('');
  const run = async () => {
    setBusy(true);
    try {
      setSays((await forget(localStorage)) ? t('forgotten') : t('nothingKept'));
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
          <p><Link href={pathTo('ledger')}>{t('forgetSee')}</Link></p>
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

/** forget erases what is kept of the user, here and in store, and reports whether there could be any. */
async function forget(store: Store): Promise<boolean> {
  const user = knownUser(store);
  try {
    if (user === undefined) await needPerson(store);
    await forgetUser(user);
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false; // nobody has been anybody here
    throw error;
  }
  dropUser(store);
  return true;
}
