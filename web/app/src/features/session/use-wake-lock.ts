import { useEffect } from 'react';

/** useWakeLock keeps the screen on while it is mounted, where the browser can and wants to; it is asked again when the page comes back into sight. */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    let lock: WakeLockSentinel | undefined;
    let live = true;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      wakeLock?.request('screen').then(
        (got) => {
          if (live) lock = got;
          else void got.release();
        },
        () => undefined, // the battery is low, say
      );
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      live = false;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
