import { useEffect, useEffectEvent } from 'react';
import type { Agent } from '../../lib/livekit/agent';

/** A slider on its way passes many values; only where it rests is told. */
const restMS = 300;

/** useToldPatience tells each agent the patience the user has chosen, if any. */
export function useToldPatience(agent: Pick<Agent, 'setPatience'>, patience: number | undefined, failed: (reason: string) => void): void {
  const complain = useEffectEvent(failed);
  useEffect(() => {
    if (patience === undefined) return;
    const timer = setTimeout(() => {
      agent.setPatience(patience).catch(() => { complain('The character does not know yet how long you want to think.'); });
    }, restMS);
    return () => { clearTimeout(timer); };
  }, [agent, patience]);
}
