import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLater } from '../components/use-later';
import { isAssistant } from '../features/scenario/model';
import { Picker } from '../features/scenario/picker';
import { Forget } from '../features/settings/forget';
import { PatienceSlider } from '../features/settings/patience-slider';
import { Settings } from '../features/settings/settings';
import { useSettings } from '../features/settings/use-settings';
import type { CallRequest, Public } from '../lib/api/types.gen';
import { userID } from '../lib/settings';
import styles from './app.module.css';
import { Footer } from './footer';
import { Loading } from './loading';
import { useHash } from './use-hash';

interface Props {
  /** loadCall and loadAssistant get what the gallery does without. */
  loadCall: () => Promise<typeof import('./call-screen')>;
  loadAssistant: () => Promise<typeof import('./assistant-screen')>;
}

/** App is the page: the gallery of scenes, a call, or the assistant that the address names. */
export function App({ loadCall, loadAssistant }: Props) {
  const settings = useSettings(localStorage);
  const [asked, setAsked] = useState<{ request: CallRequest; scenario: Public }>();
  const [calling, setCalling] = useState(false);
  const call = useLater(loadCall);
  const assistant = useLater(loadAssistant);
  const open = useHash();
  const askAssistant = useEffectEvent(assistant.ask);
  useEffect(() => {
    if (open !== '') askAssistant();
  }, [open]);

  const start = (request: CallRequest, scenario: Public) => {
    if (isAssistant(scenario)) {
      setAsked({ request, scenario });
      location.hash = scenario.id;
      return;
    }
    call.ask();
    const user = userID(localStorage);
    // Drawn inside the click, in which the call then starts: browsers let a page play sound in a gesture alone.
    flushSync(() => {
      setAsked({ request: user === undefined ? request : { ...request, user }, scenario });
      setCalling(true);
    });
  };
  const back = () => {
    setCalling(false);
    location.hash = '';
  };
  const scenario = asked?.scenario;
  const known = scenario?.id === open ? scenario : undefined;
  return (
    <div className={styles.page} data-wide={open !== ''}>
      <header className={styles.header}>
        <img src="/icon.svg" alt="" width="32" height="32" />
        <h1>Parley</h1>
        <p className="muted">Practise the hard conversation first.</p>
      </header>
      <main className={styles.main}>
        {open !== '' ? (
          assistant.part === undefined ? (
            <Loading what={known?.botname ?? 'The assistant'} failed={assistant.failed} onAgain={assistant.ask} onCancel={back} />
          ) : (
            <assistant.part.AssistantScreen id={open} scenario={known} settings={settings} onBack={back} />
          )
        ) : !calling || asked === undefined ? (
          <Picker
            initial={scenario}
            onLikely={(likely) => { (likely !== undefined && isAssistant(likely) ? assistant : call).ask(); }}
            onCall={start}
          >
            <Settings>
              <PatienceSlider patience={settings.patience} onChange={settings.setPatience} />
              <Forget forget={settings.forget} />
            </Settings>
          </Picker>
        ) : call.part === undefined ? (
          <Loading what="The call" calling={asked.scenario.botname} failed={call.failed} onAgain={call.ask} onCancel={back} />
        ) : (
          <call.part.CallScreen {...asked} settings={settings} onBack={back} />
        )}
      </main>
      <Footer />
    </div>
  );
}
