import { useEffect, useState } from 'react';
import { ApiError, listScenarios } from '../../lib/api/client';
import type { Public, Skill } from '../../lib/api/types.gen';
import { t } from '../../lib/language';

export type Scenarios =
  | { state: 'loading' }
  | { state: 'loaded'; list: Public[]; skills: readonly Skill[] }
  | { state: 'failed'; reason: string };

/** useScenarios loads the list once and again whenever retry is called. */
export function useScenarios(): [Scenarios, () => void] {
  const [scenarios, setScenarios] = useState<Scenarios>({ state: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    listScenarios(abort.signal).then(
      (reply) => { setScenarios({ state: 'loaded', list: reply.scenarios, skills: reply.skills }); },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        setScenarios({ state: 'failed', reason: error instanceof ApiError ? error.message : t('scenesFailed') });
      },
    );
    return () => { abort.abort(); };
  }, [attempt]);
  const retry = () => {
    setScenarios({ state: 'loading' });
    setAttempt((n) => n + 1);
  };
  return [scenarios, retry];
}
