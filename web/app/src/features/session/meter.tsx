import { useEffect, useId, useState } from 'react';
import { t } from '../../lib/language';
import { tap } from '../../lib/livekit/tap';
import { lookMS } from './ear';
import { listen, loudnessOf, newListening, type Loudness } from './loudness';
import styles from './session.module.css';

function words(loudness: Loudness): string {
  switch (loudness) {
    case 'waiting':
      return t('micSayWords');
    case 'silent':
      return t('micSilent');
    case 'quiet':
      return t('micQuiet');
    case 'fine':
      return t('micFine');
    case 'loud':
      return t('micLoud');
  }
}

/** Meter shows how loud a microphone is, and says whether that will do. */
export function Meter({ track }: { track: MediaStreamTrack }) {
  const id = useId();
  const [heard, setHeard] = useState(newListening);
  useEffect(() => {
    const tapped = tap(track);
    const timer = setInterval(() => {
      const sound = tapped.read();
      if (sound !== undefined) setHeard((now) => listen(now, sound));
    }, lookMS);
    return () => {
      clearInterval(timer);
      tapped.close();
    };
  }, [track]);
  return (
    <>
      <p className={styles.device}>
        <label htmlFor={id}>{t('micLevel')}</label>
        <meter id={id} min={0} max={1} value={Math.min(1, Math.sqrt(heard.level))} />
      </p>
      <p role="status">{words(loudnessOf(heard))}</p>
    </>
  );
}
