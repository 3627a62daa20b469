import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Button } from '../../components/ui/button';
import type { CallRequest, Public } from '../../lib/api/types.gen';
import { Brief } from './briefing';
import { CallerForm } from './caller-form';
import { storeCaller, storedCaller } from './model';
import { ScenarioCard } from './scenario-card';
import styles from './scenario.module.css';
import { useScenarios } from './use-scenarios';

interface Props {
  /** The scenario chosen last, if any. */
  initial: Public | undefined;
  /** onLikely runs when the cards are drawn and the browser is idle, and when the user turns to what starts a call. */
  onLikely: () => void;
  /** onCall runs inside the click, before anything is awaited. */
  onCall: (request: CallRequest, scenario: Public) => void;
  /** What else is chosen before a call. */
  children: ReactNode;
}

/** Picker chooses the scene and starts the call. */
export function Picker({ initial, onLikely, onCall, children }: Props) {
  const [scenarios, retry] = useScenarios();
  const [id, setID] = useState(initial?.id);
  const [caller, setCaller] = useState(() => storedCaller(localStorage));
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

  if (scenarios.state === 'loading') return <p className={styles.wait} role="status">Loading scenarios…</p>;
  if (scenarios.state === 'failed') {
    return (
      <div className={styles.wait} role="alert">
        <p>{scenarios.reason}</p>
        <Button onClick={retry}>Try again</Button>
      </div>
    );
  }
  const chosen = scenarios.list.find((s) => s.id === id) ?? scenarios.list[0];
  if (chosen === undefined) return <p className={styles.wait}>There are no scenarios in this Parley.</p>;

  const call = () => {
    storeCaller(localStorage, caller);
    onCall({ scenario: chosen.id, ...caller }, chosen);
  };
  return (
    <form className={styles.picker} onSubmit={(e) => { e.preventDefault(); call(); }}>
      <fieldset className={styles.cards}>
        <legend>Pick a conversation</legend>
        {scenarios.list.map((s) => (
          <ScenarioCard key={s.id} scenario={s} chosen={s === chosen} onChoose={() => { setID(s.id); }} />
        ))}
      </fieldset>
      <div className={styles.side} onPointerEnter={onLikely} onFocus={onLikely}>
        <h2>{chosen.title}</h2>
        <Brief scenario={chosen} />
        <CallerForm caller={caller} botname={chosen.botname} onChange={setCaller} />
        {chosen.unplayable !== undefined && <p role="note">{chosen.unplayable}</p>}
        <Button type="submit" look="main" icon="call" disabled={chosen.unplayable !== undefined}>
          Call {chosen.botname}
        </Button>
        {children}
        <p className="muted">You will be asked for your microphone. Without one you can type.</p>
      </div>
    </form>
  );
}
