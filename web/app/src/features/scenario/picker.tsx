import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Button } from '../../components/ui/button';
import type { CallRequest, Public } from '../../lib/api/types.gen';
import { Brief } from './briefing';
import { CallerForm } from './caller-form';
import { isAssistant, storeCaller, storedCaller } from './model';
import { ScenarioCard } from './scenario-card';
import styles from './scenario.module.css';
import { useScenarios } from './use-scenarios';

interface Props {
  /** The scenario chosen last, if any. */
  initial: Public | undefined;
  /** onLikely runs when the cards are drawn and the browser is idle, and with the scene chosen when the user turns to what starts it. */
  onLikely: (scenario?: Public) => void;
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
  const assistants = scenarios.list.filter(isAssistant);
  const scenes = scenarios.list.filter((s) => !isAssistant(s));
  const chosen = scenarios.list.find((s) => s.id === id) ?? scenes[0] ?? assistants[0];
  if (chosen === undefined) return <p className={styles.wait}>There are no scenarios in this Parley.</p>;

  const call = () => {
    storeCaller(localStorage, caller);
    onCall({ scenario: chosen.id, ...caller }, chosen);
  };
  const group = (legend: string, list: Public[]) => list.length > 0 && (
    <fieldset className={styles.cards}>
      <legend>{legend}</legend>
      {list.map((s) => (
        <ScenarioCard key={s.id} scenario={s} chosen={s === chosen} onChoose={() => { setID(s.id); }} />
      ))}
    </fieldset>
  );
  const helps = isAssistant(chosen);
  const turn = () => { onLikely(chosen); };
  return (
    <form className={styles.picker} onSubmit={(e) => { e.preventDefault(); call(); }}>
      <div className={styles.groups}>
        {group('Assistants', assistants)}
        {group('Pick a conversation', scenes)}
      </div>
      <div className={styles.side} onPointerEnter={turn} onFocus={turn}>
        <h2>{chosen.title}</h2>
        <Brief scenario={chosen} />
        {!helps && <CallerForm caller={caller} botname={chosen.botname} onChange={setCaller} />}
        {chosen.unplayable !== undefined && <p role="note">{chosen.unplayable}</p>}
        {helps ? (
          <Button type="submit" look="main">Open {chosen.botname}</Button>
        ) : (
          <Button type="submit" look="main" icon="call" disabled={chosen.unplayable !== undefined}>
            Call {chosen.botname}
          </Button>
        )}
        {children}
        <p className="muted">
          {helps ? 'Type or talk. It remembers you by a secret id in this browser.' : 'You will be asked for your microphone. Without one you can type.'}
        </p>
      </div>
    </form>
  );
}
