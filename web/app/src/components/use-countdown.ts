import { useEffect, useState } from 'react';

/** useCountdown is how many of the given seconds are left, from its first render on. */
export function useCountdown(seconds: number): number {
  const [end] = useState(() => Date.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => { clearInterval(timer); };
  }, [end]);
  return left;
}
