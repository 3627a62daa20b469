import type { Room } from 'livekit-client';
import { useEffect, useEffectEvent } from 'react';
import { watchPulse } from '../../lib/livekit/pulse';
import type { Listener } from '../../lib/rpc/events';

/** usePulse tells emit when nothing comes from the character of that identity any more, and when it does again. */
export function usePulse(room: Room, identity: string, emit: Listener): void {
  const tell = useEffectEvent(emit);
  useEffect(() => watchPulse(room, identity, (beats) => { tell({ kind: 'pulse', beats }); }), [room, identity]);
}
