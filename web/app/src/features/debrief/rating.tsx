import { useState } from 'react';
import { rateCall } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import styles from './debrief.module.css';

const stars = [1, 2, 3, 4, 5];

/** Rating asks what the user thought of the call. The newest answer counts. */
export function Rating({ call }: { call: string }) {
  const [given, setGiven] = useState(0);
  const [failed, setFailed] = useState(false);
  const rate = (n: number) => {
    setGiven(n);
    rateCall(call, { stars: n }).then(() => { setFailed(false); }, () => { setFailed(true); });
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
      <p role="status" className="muted">{failed ? t('rateFailed') : given > 0 ? t('rated') : ''}</p>
    </fieldset>
  );
}
