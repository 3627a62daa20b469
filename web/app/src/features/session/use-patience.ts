import { useEffect, useEffectEvent } from 'react';
import { t } from '../../lib/language';
import type { Listener } from '../../lib/rpc/events';
import type { Session } from './model';

/** When waiting for the character is called slow, and when it is given up. */
const lateMS = 10_000;
const missingMS = 20_000;

/**
 * usePatience says when the character takes long to come and gives up when it
 * does not come. The time spent on the microphone prompt does not count.
 */
export function usePatience(session: Session, emit: Listener): void {
  const waiting = session.phase === 'connecting' && session.step !== 'microphone';
  const tell = useEffectEvent(emit);
  useEffect(() => {
    if (!waiting) return;
    const late = setTimeout(() => { tell({ kind: 'late' }); }, lateMS);
    const missing = setTimeout(() => {
      tell({ kind: 'failed', reason: t('agentMissing') });
    }, missingMS);
    return () => {
      clearTimeout(late);
      clearTimeout(missing);
    };
  }, [waiting]);
}
