import { useEffect, useState } from 'react';

/** useSlow is true once on has held for ms milliseconds. */
export function useSlow(on: boolean, ms: number): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => { setSlow(true); }, ms);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [on, ms]);
  return slow;
}
