import { useEffect, useState } from 'react';
import { listCalls, type Summary } from '../../lib/api/calls';
import { ApiError } from '../../lib/api/client';
import { t } from '../../lib/language';
import { needPerson } from '../../lib/person';

export interface History {
  calls: readonly Summary[];
  state: 'loading' | 'there' | 'failed';
  reason: string;
  /** more loads the calls before these; undefined if there are none. */
  more: (() => void) | undefined;
  /** again asks anew for what could not be loaded. */
  again: () => void;
}

/** useHistory has the user's calls, newest first, a page at a time. Who is not a person here has none. */
export function useHistory(): History {
  const [asked, setAsked] = useState({ cursor: '' });
  const [next, setNext] = useState('');
  const [history, setHistory] = useState<Omit<History, 'more' | 'again'>>({ calls: [], state: 'loading', reason: '' });
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      try {
        await needPerson(localStorage);
        const page = await listCalls(asked.cursor, abort.signal);
        setHistory((old) => ({ calls: asked.cursor === '' ? page.calls : [...old.calls, ...page.calls], state: 'there', reason: '' }));
        setNext(page.next ?? '');
      } catch (error) {
        if (abort.signal.aborted) return;
        const nobody = error instanceof ApiError && error.status === 401;
        setHistory((old) => ({ ...old, state: nobody ? 'there' : 'failed', reason: error instanceof ApiError ? error.message : t('noAnswer') }));
      }
    };
    void load();
    return () => { abort.abort(); };
  }, [asked]);
  return { ...history, more: next === '' ? undefined : () => { setAsked({ cursor: next }); }, again: () => { setAsked({ ...asked }); } };
}
