import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../../lib/language';
import { AgentError, type Agent } from '../../lib/livekit/agent';

export type Turns = Pick<Agent, 'startTurn' | 'endTurn' | 'cancelTurn'>;

export interface Hold {
  held: boolean;
  /** Why holding had no effect, in plain words. */
  fault: string;
  press: () => void;
  release: () => void;
  cancel: () => void;
}

/**
 * useHold takes the floor while something is held. What is asked of the agent
 * goes in order; a turn still held when the call's controls go is ended.
 */
export function useHold(agent: Turns): Hold {
  const [held, setHeld] = useState(false);
  const [fault, setFault] = useState('');
  const holding = useRef(false);
  const last = useRef(Promise.resolve());

  const ask = (what: keyof Turns) => {
    last.current = last.current
      .then(() => agent[what]())
      .catch((error: unknown) => {
        setFault(error instanceof AgentError ? error.message : t('notAsked'));
        if (what !== 'startTurn') return;
        holding.current = false;
        setHeld(false);
      });
  };
  const turn = (to: boolean, what: keyof Turns) => {
    if (holding.current === to) return;
    holding.current = to;
    setHeld(to);
    if (to) setFault('');
    ask(what);
  };
  const release = () => { turn(false, 'endTurn'); };
  const leave = useEffectEvent(release);
  useEffect(() => () => { leave(); }, []);
  return {
    held,
    fault,
    press: () => { turn(true, 'startTurn'); },
    release,
    cancel: () => { turn(false, 'cancelTurn'); },
  };
}
