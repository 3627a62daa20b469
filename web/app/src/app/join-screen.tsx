import { useEffect, useRef, useState } from 'react';
import { Button } from '../components/ui/button';
import { Link } from '../components/link';
import { useTitle } from '../components/use-title';
import styles from '../features/ledger/ledger.module.css';
import { pathTo } from '../lib/address';
import { ApiError } from '../lib/api/client';
import { join } from '../lib/api/mine';
import { t } from '../lib/language';
import { navigate, useArrival } from '../lib/navigation';
import { becomePerson } from '../lib/person';
import { knownUser } from '../lib/user';

/** Screen asks whether this device is to be the user of another one, whose code stands after the address's "#" or is typed. */
export function Screen() {
  const [code, setCode] = useState(() => location.hash.slice(1));
  const [state, setState] = useState<'asked' | 'busy' | 'joined' | 'replaced'>('asked');
  const [fault, setFault] = useState('');
  const heading = useArrival('join');
  useTitle(t('joinTitle'));
  useEffect(() => { history.replaceState(history.state, '', location.pathname); }, []); // the code is in no address any more
  const go = () => {
    setState('busy');
    join(code).then(
      ({ replaced }) => {
        setState(replaced === true || knownUser(localStorage) !== undefined ? 'replaced' : 'joined');
        becomePerson(localStorage);
      },
      (error: unknown) => {
        setState('asked');
        const known = error instanceof ApiError ? error : undefined;
        setFault(known?.status === 404 ? t('joinBad') : t('joinFailed', { reason: known?.message ?? t('noAnswer') }));
      },
    );
  };
  if (state === 'joined' || state === 'replaced') return <Joined replaced={state === 'replaced'} />;
  return (
    <form className={styles.ledger} onSubmit={(e) => { e.preventDefault(); go(); }}>
      <h2 ref={heading} tabIndex={-1}>{t('joinTitle')}</h2>
      <p>{t('joinNote')}</p>
      <label>
        <span className="label">{t('joinCode')}</span>
        <input type="text" autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={32} value={code}
          onChange={(e) => { setCode(e.target.value); }} />
      </label>
      {fault !== '' && <p role="alert">{fault}</p>}
      <div className={styles.row}>
        <Button type="submit" look="main" disabled={state === 'busy' || code.trim() === ''}>{t('joinGo')}</Button>
        <Button onClick={() => { navigate('/'); }}>{t('joinNot')}</Button>
      </div>
    </form>
  );
}

function Joined({ replaced }: { replaced: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.ledger}>
      <h2 ref={heading} tabIndex={-1}>{t('joinDone')}</h2>
      <p>{t('joinDoneNote')} {replaced && t('joinReplaced')}</p>
      <p className={styles.row}>
        <Link href={pathTo('history')}>{t('joinCalls')}</Link>
        <Link href="/">{t('allScenes')}</Link>
      </p>
    </div>
  );
}
