import { useState } from 'react';
import { Button } from '../components/ui/button';
import { Notice } from '../components/ui/notice';
import { useAsked } from '../components/use-asked';
import { useTitle } from '../components/use-title';
import { ConsentSetting } from '../features/consent/consent-setting';
import { DeviceLink } from '../features/ledger/device-link';
import { Erase } from '../features/ledger/erase';
import { Burnt, Gone } from '../features/ledger/gone';
import styles from '../features/ledger/ledger.module.css';
import { StoredTable } from '../features/ledger/stored-table';
import type { Receipt } from '../lib/api/calls.gen';
import { deleteAll, getLedger } from '../lib/api/mine';
import { keepConsent } from '../lib/consent';
import { t } from '../lib/language';
import { useArrival } from '../lib/navigation';
import { needPerson } from '../lib/person';
import { keepReceipt } from '../lib/receipts';
import { dropUser } from '../lib/user';

async function look(signal: AbortSignal) {
  await needPerson(localStorage);
  return getLedger(signal);
}

/** Screen is all that is kept of the user, with what deletes it, and what takes it to another device. */
export function Screen() {
  const [ledger, again] = useAsked(look);
  const [receipt, setReceipt] = useState<Receipt>();
  const [burnt, setBurnt] = useState<Receipt>();
  const heading = useArrival('ledger');
  useTitle(t('ledgerTitle'));
  if (receipt !== undefined) return <Gone receipt={receipt} />;
  const nobody = ledger.state === 'failed' && ledger.status === 401;
  const stored = ledger.state === 'there' ? ledger.it.stored.filter(({ count }) => count > 0) : [];
  return (
    <div className={styles.ledger}>
      <h2 ref={heading} tabIndex={-1}>{t('ledgerTitle')}</h2>
      {ledger.state === 'loading' && <p role="status">{t('ledgerLoading')}</p>}
      {ledger.state === 'failed' && !nobody && (
        <Notice>
          {t('ledgerFailed', { reason: ledger.reason })} <Button onClick={again}>{t('tryAgain')}</Button>
        </Notice>
      )}
      {burnt !== undefined && <Burnt receipt={burnt} />}
      {(nobody || (ledger.state === 'there' && stored.length === 0)) && <p>{t('ledgerNone')}</p>}
      {stored.length > 0 && (
        <StoredTable
          stored={stored}
          onBurnt={(told) => {
            keepReceipt(localStorage, told);
            setBurnt(told);
            again();
          }}
        />
      )}
      {ledger.state === 'there' && (
        <div>
          <Erase
            look="end" title={t('deleteAll')} sure={t('deleteAllSure')} yes={t('deleteAllYes')} erase={deleteAll}
            onGone={(told) => {
              dropUser(localStorage);
              keepConsent(localStorage, undefined);
              keepReceipt(localStorage, told);
              setReceipt(told);
            }}
          >
            {t('deleteAll')}
          </Erase>
        </div>
      )}
      <DeviceLink />
      <ConsentSetting />
    </div>
  );
}
