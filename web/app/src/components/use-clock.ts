import { useEffect, useState } from 'react';

const minute = 60_000;

/** useClock is the time in milliseconds since 1970, told anew at each full minute and when the page comes back into sight. */
export function useClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      setNow(Date.now());
      clearTimeout(timer);
      timer = setTimeout(tick, minute - (Date.now() % minute));
    };
    timer = setTimeout(tick, minute - (Date.now() % minute));
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, []);
  return now;
}
