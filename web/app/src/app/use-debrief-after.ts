import { useEffect } from 'react';
import { pathTo } from '../lib/address';
import { navigate, useAddress } from '../lib/navigation';
import type { CallState } from './use-call-state';

/** lastWordMS is how long an ended call stays, for its last word to be heard. */
const lastWordMS = 1500;

/**
 * useDebriefAfter goes on to the debrief when a call is over in which the user said something. A call that broke off
 * keeps its end card: what to do then stands there.
 */
export function useDebriefAfter({ session, transcript }: CallState): void {
  const { page, id } = useAddress();
  const outcome = session.phase === 'over' && session.elsewhere !== true ? session.outcome : undefined;
  const spoke = transcript.some((line) => line.kind === 'speech' && line.role === 'user');
  const known = page === 'call' && id !== 'new';
  useEffect(() => {
    if (outcome === undefined || outcome === 'error' || !spoke || !known) return;
    const timer = setTimeout(() => { navigate(pathTo('debrief', id), { replace: true }); }, outcome === 'left' ? 0 : lastWordMS);
    return () => { clearTimeout(timer); };
  }, [outcome, spoke, known, id]);
}
