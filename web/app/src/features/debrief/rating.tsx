import { useRef, useState } from 'react';
import { rateCall } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import styles from './debrief.module.css';

const stars = [1, 2, 3, 4, 5];

/** Rating asks what the user thought of the call. The newest answer counts. */
export function Rating({ call }: { call: string }) {
  const [given, setGiven] = useState(0);
  const [state, setState] = useState<'none' | 'sent' | 'kept' | 'failed'>('none');
  const last = useRef(Promise.resolve());
  const rate = (n: number) => {
    setGiven(n);
    setState('sent');
    const rated = last.current.then(() => rateCall(call, { stars: n })); // one after the other: the newest counts
    last.current = rated.then(
      () => { setState('kept'); },
      () => {
        setGiven(0); // it can be given again
        setState('failed');
      },
    );
  };
  return (
    <fieldset className={styles.rating}>
      <legend>{t('rate')}</legend>
      {stars.map((n) => (
        <label key={n}>
          <input type="radio" name="stars" value={n} checked={given === n} onChange={() => { rate(n); }} />
          <span>{t('stars', { n })}</span>
        </label>
      ))}
      <p role="status" className="muted">{state === 'failed' ? t('rateFailed') : state === 'kept' ? t('rated') : ''}</p>
    </fieldset>
  );
}
