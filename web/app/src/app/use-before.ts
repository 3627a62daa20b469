import { useEffect, useEffectEvent } from 'react';
import { beforeOf } from '../lib/api/debrief';
import type { Listener } from '../lib/rpc/events';

/** How often what is kept of a call is asked for while it is not there yet, and how long after one another, in ms. */
const tries = 5;
const pauseMS = 600;

/** useBefore tells what a call goes on from, once it is kept and if it goes on from another; empty is no call. */
export function useBefore(call: string, emit: Listener): void {
  const tell = useEffectEvent(emit);
  useEffect(() => {
    if (call === '') return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = (left: number) => {
      beforeOf(call, abort.signal).then(
        (before) => {
          if (before !== undefined && !abort.signal.aborted) tell({ kind: 'before', before });
        },
        () => {
          if (left > 1 && !abort.signal.aborted) timer = setTimeout(() => { ask(left - 1); }, pauseMS);
        },
      );
    };
    ask(tries);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [call]);
}
