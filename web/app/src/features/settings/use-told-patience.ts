import { useEffect, useEffectEvent } from 'react';
import { t } from '../../lib/language';
import type { Agent } from '../../lib/livekit/agent';

/** A slider on its way passes many values; only where it rests is told. */
const restMS = 300;

/** useToldPatience tells each agent the patience the user has chosen, if any. */
export function useToldPatience(agent: Pick<Agent, 'setPatience'>, patience: number | undefined, failed: (reason: string) => void): void {
  const complain = useEffectEvent(failed);
  useEffect(() => {
    if (patience === undefined) return;
    const timer = setTimeout(() => {
      agent.setPatience(patience).catch(() => { complain(t('patienceUntold')); });
    }, restMS);
    return () => { clearTimeout(timer); };
  }, [agent, patience]);
}

/** useToldLimit has each agent take the time limit away, if the user wants none. */
export function useToldLimit(agent: Pick<Agent, 'noLimit'>, noLimit: boolean, failed: (reason: string) => void): void {
  const complain = useEffectEvent(failed);
  useEffect(() => {
    if (noLimit) agent.noLimit().catch(() => { complain(t('limitUntold')); });
  }, [agent, noLimit]);
}
