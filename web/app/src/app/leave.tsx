import { useEffect, useState } from 'react';
import { Button } from '../components/ui/button';
import { Dialog } from '../components/ui/dialog';
import { t } from '../lib/language';
import { askFirst } from '../lib/navigation';
import styles from './app.module.css';

/** Leave asks whoever would leave a call that is held, by Back, a link, or by closing or loading the page, which the browser asks. */
export function Leave({ botname }: { botname: string }) {
  const [wanted, setWanted] = useState<{ leave: () => void }>();
  useEffect(() => {
    const release = askFirst((leave) => { setWanted({ leave }); });
    const ask = (e: BeforeUnloadEvent) => { e.preventDefault(); };
    window.addEventListener('beforeunload', ask);
    return () => {
      release();
      window.removeEventListener('beforeunload', ask);
    };
  }, []);
  if (wanted === undefined) return null;
  const stay = () => { setWanted(undefined); };
  return (
    <Dialog title={t('leaveTitle', { name: botname })} onClose={stay}>
      <p>{t('leaveNote', { name: botname })}</p>
      <div className={styles.choices}>
        <Button look="main" onClick={stay}>{t('leaveStay')}</Button>
        <Button look="end" onClick={wanted.leave}>{t('leaveGo')}</Button>
      </div>
    </Dialog>
  );
}
