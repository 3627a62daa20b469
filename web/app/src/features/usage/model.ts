import type { CallEvent } from '../../lib/rpc/events';
import type { EngineUsage } from '../../lib/rpc/types.gen';

/** What each engine did for the call so far, as the agent last told it. */
export type Usage = readonly EngineUsage[];

export function reckon(usage: Usage, event: CallEvent): Usage {
  switch (event.kind) {
    case 'begun':
      return [];
    case 'usage':
      return event.usage.engines;
    default:
      return usage;
  }
}
