import { useState } from 'react';
import type { Agent } from '../../lib/livekit/agent';
import type { Listener } from '../../lib/rpc/events';

/** How long the agent may take to end the call before the page just leaves. */
const goodbyeMS = 3000;

/**
 * useGoodbye ends the call once and tells that the user is leaving. The agent's call_ended takes the page on;
 * without it the page goes alone.
 */
export function useGoodbye(agent: Pick<Agent, 'end'>, emit: Listener, onLeft: () => void): [ending: boolean, end: () => void] {
  const [ending, setEnding] = useState(false);
  const end = () => {
    if (ending) return;
    setEnding(true);
    emit({ kind: 'leaving' });
    const silent = setTimeout(onLeft, goodbyeMS);
    agent.end().catch(() => {
      clearTimeout(silent);
      onLeft();
    });
  };
  return [ending, end];
}
