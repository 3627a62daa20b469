import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../lib/api/client';
import { t } from '../lib/language';

/** What was asked of the server: on its way, there, or why not, with the status of the answer. */
export type Asked<T> = { state: 'loading' } | { state: 'there'; it: T } | { state: 'failed'; reason: string; status: number };

/** useAsked asks once it is drawn, for each key anew, and when again is called; what is there stays until there is something newer. */
export function useAsked<T>(ask: (signal: AbortSignal) => Promise<T>, key = ''): [Asked<T>, again: () => void] {
  const [asked, setAsked] = useState<{ key: string; asked: Asked<T> }>();
  const [tries, setTries] = useState(0);
  const load = useEffectEvent(ask);
  useEffect(() => {
    const abort = new AbortController();
    load(abort.signal).then(
      (it) => { if (!abort.signal.aborted) setAsked({ key, asked: { state: 'there', it } }); },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const { message, status } = error instanceof ApiError ? error : { message: t('noAnswer'), status: 0 };
        setAsked({ key, asked: { state: 'failed', reason: message, status } });
      },
    );
    return () => { abort.abort(); };
  }, [key, tries]);
  return [asked?.key === key ? asked.asked : { state: 'loading' }, () => { setTries((n) => n + 1); }];
}
