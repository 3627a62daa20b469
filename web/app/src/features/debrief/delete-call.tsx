import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { deleteCall, type Receipt } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import styles from './debrief.module.css';

interface Props {
  call: string;
  /** How many calls go on from this one. */
  forks: number;
  onGone: (receipt: Receipt) => void;
}

/** DeleteCall deletes a call for good, with those that go on from it if the user wants that, and tells what is gone. */
export function DeleteCall({ call, forks, onGone }: Props) {
  const [asked, setAsked] = useState(false);
  const [all, setAll] = useState(true);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const erase = () => {
    setState('busy');
    deleteCall(call, all ? 'delete' : 'keep').then(onGone, () => { setState('failed'); });
  };
  return (
    <>
      <Button look="end" onClick={() => { setAsked(true); }}>{t('deleteCall')}</Button>
      {asked && (
        <Dialog title={t('deleteCall')} onClose={() => { setAsked(false); }}>
          <p>{t('deleteSure')}</p>
          {forks > 0 && (
            <label className={styles.choice}>
              <input type="checkbox" checked={all} onChange={(e) => { setAll(e.target.checked); }} />
              {t('deleteForks', { n: forks })}
            </label>
          )}
          {state === 'failed' && <p role="alert">{t('deleteFailed')}</p>}
          <div className={styles.row}>
            <Button look="end" disabled={state === 'busy'} onClick={erase}>{t('deleteYes')}</Button>
            <Button onClick={() => { setAsked(false); }}>{t('deleteNo')}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
