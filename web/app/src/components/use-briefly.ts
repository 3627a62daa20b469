import { useEffect, useState } from 'react';

/**
 * useBriefly is value for ms milliseconds after it changed, then undefined.
 * Values are told apart by identity.
 */
export function useBriefly<T>(value: T | undefined, ms: number): T | undefined {
  const [over, setOver] = useState<T>();
  useEffect(() => {
    if (value === undefined) return;
    const timer = setTimeout(() => { setOver(() => value); }, ms);
    return () => { clearTimeout(timer); };
  }, [value, ms]);
  return over === value ? undefined : value;
}
