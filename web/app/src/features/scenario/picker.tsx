import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link } from '../../components/link';
import { Button } from '../../components/ui/button';
import { useTitle } from '../../components/use-title';
import { pathTo } from '../../lib/address';
import type { CallRequest, Public } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import { useArrival } from '../../lib/navigation';
import { AssistantCard } from './assistant-card';
import { BriefForm } from './brief-form';
import { isAssistant } from './model';
import { ScenarioCard } from './scenario-card';
import styles from './scenario.module.css';
import type { Scenarios } from './use-scenarios';

interface Props {
  scenarios: Scenarios;
  onRetry: () => void;
  /** open is the scene whose brief the address names, if it names one. */
  open: string | undefined;
  /** last is the scene called last, if any. */
  last: string | undefined;
  /** onLikely runs when the cards are drawn and the browser is idle, and when the user turns to what calls. */
  onLikely: () => void;
  /** onAssistant runs when the user turns to an assistant. */
  onAssistant: () => void;
  /** onCall runs inside the click, before anything is awaited. */
  onCall: (request: CallRequest, scenario: Public) => void;
  /** What else is chosen before a call. */
  children: ReactNode;
}

/** Picker is the gallery beside the brief of a scene; a narrow page shows one of them, by the address. */
export function Picker({ scenarios, onRetry, open, last, onLikely, onAssistant, onCall, children }: Props) {
  const likely = useEffectEvent(onLikely);
  const loaded = scenarios.state === 'loaded';
  useEffect(() => {
    if (!loaded) return;
    if (!('requestIdleCallback' in window)) { // Safari
      likely();
      return;
    }
    const idle = requestIdleCallback(() => { likely(); });
    return () => { cancelIdleCallback(idle); };
  }, [loaded]);
  const list = scenarios.state === 'loaded' ? scenarios.list : [];
  const scenes = list.filter((one) => !isAssistant(one));
  const assistants = list.filter(isAssistant);
  const opened = scenes.find((one) => one.id === open);
  useTitle(opened?.title ?? '');
  const { heading, cards } = useReturn(open);

  if (scenarios.state === 'loading') return <p className={styles.wait} role="status">{t('loadingScenes')}</p>;
  if (scenarios.state === 'failed') {
    return (
      <div className={styles.wait} role="alert">
        <p>{scenarios.reason}</p>
        <Button onClick={onRetry}>{t('tryAgain')}</Button>
      </div>
    );
  }
  if (list.length === 0) return <p className={styles.wait}>{t('noScenes')}</p>;
  if (open !== undefined && opened === undefined) {
    return (
      <div className={styles.wait} role="alert">
        <p>{t('noSuchScene')}</p>
        <Link href="/">{t('allScenes')}</Link>
      </div>
    );
  }
  const shown = opened ?? scenes.find((one) => one.id === last) ?? scenes[0];
  return (
    <div className={styles.picker} data-brief={opened !== undefined}>
      <div className={styles.groups} ref={cards}>
        {scenes.length > 0 && (
          <section className={styles.cards} aria-labelledby="scenes">
            <h2 id="scenes" ref={opened === undefined ? heading : undefined} tabIndex={-1}>{t('pick')}</h2>
            {scenes.map((one) => <ScenarioCard key={one.id} scenario={one} chosen={one === shown} />)}
          </section>
        )}
        {assistants.length > 0 && (
          <section className={styles.assistants} aria-labelledby="assistants" onPointerEnter={onAssistant} onFocus={onAssistant}>
            <h2 id="assistants">{t('assistants')}</h2>
            <p className="muted">{t('assistantsNote')}</p>
            {assistants.map((one) => <AssistantCard key={one.id} scenario={one} />)}
          </section>
        )}
      </div>
      {shown !== undefined && (
        <BriefForm scenario={shown} skills={scenarios.skills} opened={opened?.id ?? ''} onLikely={onLikely} onCall={onCall}>{children}</BriefForm>
      )}
    </div>
  );
}

/** useReturn gives the focus back to the card of the scene whose brief was left, or else to the heading of the gallery. */
function useReturn(open: string | undefined) {
  const heading = useArrival('gallery');
  const cards = useRef<HTMLDivElement>(null);
  const before = useRef(open);
  useEffect(() => {
    const left = before.current;
    before.current = open;
    if (open !== undefined || left === undefined) return;
    const card = cards.current?.querySelector<HTMLElement>(`[href="${pathTo('brief', left)}"]`);
    (card ?? heading.current)?.focus();
  }, [open, heading]);
  return { heading, cards };
}
