import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../components/ui/button';
import { useLater } from '../components/use-later';
import { Picker } from '../features/scenario/picker';
import { Forget } from '../features/settings/forget';
import { PatienceSlider } from '../features/settings/patience-slider';
import { Settings } from '../features/settings/settings';
import { useSettings } from '../features/settings/use-settings';
import type { CallRequest, Public } from '../lib/api/types.gen';
import { userID } from '../lib/settings';
import styles from './app.module.css';
import { Footer } from './footer';

interface Props {
  /** loadCall gets the call's code, which the gallery does without. */
  loadCall: () => Promise<typeof import('./call-screen')>;
}

/** App is the page: the gallery of scenes, or a call. */
export function App({ loadCall }: Props) {
  const settings = useSettings(localStorage);
  const [asked, setAsked] = useState<{ request: CallRequest; scenario: Public }>();
  const [calling, setCalling] = useState(false);
  const call = useLater(loadCall);

  const start = (request: CallRequest, scenario: Public) => {
    call.ask();
    const user = userID(localStorage);
    // Drawn inside the click, in which the call then starts: browsers let a page play sound in a gesture alone.
    flushSync(() => {
      setAsked({ request: user === undefined ? request : { ...request, user }, scenario });
      setCalling(true);
    });
  };
  const back = () => { setCalling(false); };
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <img src="/icon.svg" alt="" width="32" height="32" />
        <h1>Parley</h1>
        <p className="muted">Practise the hard conversation first.</p>
      </header>
      <main className={styles.main}>
        {!calling || asked === undefined ? (
          <Picker initial={asked?.scenario} onLikely={call.ask} onCall={start}>
            <Settings>
              <PatienceSlider patience={settings.patience} onChange={settings.setPatience} />
              <Forget forget={settings.forget} />
            </Settings>
          </Picker>
        ) : call.part === undefined ? (
          <Loading botname={asked.scenario.botname} failed={call.failed} onAgain={call.ask} onCancel={back} />
        ) : (
          <call.part.CallScreen {...asked} settings={settings} onBack={back} />
        )}
      </main>
      <Footer />
    </div>
  );
}

interface LoadingProps {
  botname: string;
  failed: boolean;
  onAgain: () => void;
  onCancel: () => void;
}

/** Loading is shown to a user who calls before the call's chunk is there. */
function Loading({ botname, failed, onAgain, onCancel }: LoadingProps) {
  return (
    <div className={styles.loading}>
      {failed ? (
        <p role="alert">The call could not be loaded. Check your connection and try again. If that does not help, reload the page.</p>
      ) : (
        <p role="status">Calling {botname}…</p>
      )}
      <div className={styles.choices}>
        {failed && <Button look="main" onClick={onAgain}>Try again</Button>}
        {failed && <Button onClick={() => { location.reload(); }}>Reload the page</Button>}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}
