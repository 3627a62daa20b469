import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { getAssistant, watchAssistant } from '../api/assistant';
import { browserNetwork, follow, type Connection } from './follow';
import type { LiveEvent } from './kept';
import { sleep } from './sleep';

/** settleMS is how long the stream may take to tell what the server has answered is stored. */
const settleMS = 1500;

/** hiddenMS is how long a page out of sight stays connected: browsers hold six connections to a server for all its pages. */
const hiddenMS = 60_000;

export interface Live {
  connection: Connection;
  /** again connects after a refusal. */
  again: () => void;
}

/** How far the page has come. */
interface Behind {
  /** rev is that of the state that the page has, undefined for none. */
  rev: number | undefined;
  /** behind says that changes are missing. */
  behind: boolean;
  /** want is the newest revision that the server has spoken of. */
  want: number;
  /** busy keeps a page that is out of sight connected. */
  busy: boolean;
}

/**
 * useLive hands all that the server tells of the user's state to emit, in every
 * open page. When changes are missing it asks for the whole state.
 */
export function useLive(user: string, { rev, behind, want, busy }: Behind, emit: (event: LiveEvent) => void): Live {
  const [connection, setConnection] = useState<Connection>({ state: 'connecting' });
  const [attempt, again] = useReducer((n: number) => n + 1, 0);
  const awake = useAwake() || busy;
  const tell = useEffectEvent(emit);

  useEffect(() => {
    if (!awake) return;
    const abort = new AbortController();
    void follow({
      open: (signal, onBytes) => watchAssistant(user, signal, onBytes),
      onEvent: (event) => { tell(event); },
      onConnection: (next) => { if (!abort.signal.aborted) setConnection((now) => (now.state === next.state ? now : next)); },
      signal: abort.signal,
      network: browserNetwork,
    });
    return () => { abort.abort(); };
  }, [user, awake, attempt]);

  const late = rev !== undefined && want > rev;
  useEffect(() => {
    if (!behind && !late) return;
    const abort = new AbortController();
    const ask = async () => {
      for (let wait = behind ? 0 : settleMS; ; wait = 2 * settleMS) {
        await sleep(wait, abort.signal);
        if (abort.signal.aborted) return;
        try {
          tell({ type: 'asked', state: await getAssistant(user, abort.signal) });
        } catch {
          // Asked again, until the stream has told it or begins anew.
        }
      }
    };
    void ask();
    return () => { abort.abort(); };
  }, [user, behind, late]);

  return { connection, again };
}

/** useAwake is false once the page has been out of sight for long. */
function useAwake(): boolean {
  const [awake, setAwake] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => { setAwake(false); }, hiddenMS);
      else setAwake(true);
    };
    document.addEventListener('visibilitychange', changed);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', changed);
    };
  }, []);
  return awake;
}
