import { useEffect, useState } from 'react';
import { ApiError } from '../../lib/api/client';
import { followDebrief, isRecorded, type Debrief } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import { needPerson } from '../../lib/person';

/** How far the sentences of a debrief are, of which a model may write some. */
export type Coach = 'there' | 'arriving' | 'failed';

/** What the screen shows: nothing yet, a debrief, that there is none, or that it could not be had. */
export type State = { state: 'loading' } | { state: 'there'; debrief: Debrief; coach: Coach } | { state: 'none' } | { state: 'failed'; reason: string };

/** useDebrief has the debrief of a call, its numbers at once and its sentences as they come. again asks anew. */
export function useDebrief(call: string): [State, again: () => void] {
  const [state, setState] = useState<State>({ state: 'loading' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const follow = async () => {
      let debrief: Debrief | undefined;
      try {
        await needPerson(localStorage);
        await recorded(call, abort.signal);
        for await (debrief of followDebrief(call, abort.signal)) setState({ state: 'there', debrief, coach: 'arriving' });
        if (debrief !== undefined) setState({ state: 'there', debrief, coach: 'there' });
      } catch (error) {
        if (abort.signal.aborted) return;
        setState((old) => {
          const known = debrief ?? (old.state === 'there' && old.debrief.call === call ? old.debrief : undefined);
          return known === undefined ? failure(error) : { state: 'there', debrief: known, coach: 'failed' };
        });
      }
    };
    void follow();
    return () => { abort.abort(); };
  }, [call, tries]);
  return [
    state,
    () => { // what is there stays until there is something newer
      setState((old) => (old.state === 'there' ? { ...old, coach: 'arriving' } : { state: 'loading' }));
      setTries((n) => n + 1);
    },
  ];
}

/** The end of a call is written a moment after it: looks are how often it is looked for, every lookMS. */
const looks = 20;
const lookMS = 500;

/** recorded waits until a call that is just over is. */
async function recorded(call: string, signal: AbortSignal): Promise<void> {
  for (let look = 0; look < looks && !signal.aborted && !(await isRecorded(call, signal)); look++) {
    await new Promise((resolve) => { setTimeout(resolve, lookMS); });
  }
}

/** failure tells a call that is not the user's, or not there, from a server that does not answer. */
const failure = (error: unknown): State =>
  error instanceof ApiError && (error.status === 404 || error.status === 401)
    ? { state: 'none' }
    : { state: 'failed', reason: error instanceof ApiError ? error.message : t('noAnswer') };
