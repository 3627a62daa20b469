import { useEffect, useState } from 'react';
import { Button } from '../components/ui/button';
import { Dialog } from '../components/ui/dialog';
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
    <Dialog title={`Leave the call with ${botname}?`} onClose={stay}>
      <p>{botname} is still on the line. If you leave, the call ends.</p>
      <div className={styles.choices}>
        <Button look="main" onClick={stay}>Stay in the call</Button>
        <Button look="end" onClick={wanted.leave}>Leave</Button>
      </div>
    </Dialog>
  );
}
