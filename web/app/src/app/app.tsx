import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from '../components/link';
import { useLater } from '../components/use-later';
import { Picker } from '../features/scenario/picker';
import { useScenarios } from '../features/scenario/use-scenarios';
import { Settings } from '../features/settings/settings';
import { useSettings } from '../features/settings/use-settings';
import { pathTo } from '../lib/address';
import type { CallRequest, Public } from '../lib/api/types.gen';
import { t, useLanguage } from '../lib/language';
import { navigate, useAddress } from '../lib/navigation';
import styles from './app.module.css';
import { Footer } from './footer';
import { LateScreen } from './late-screen';
import { Loading } from './loading';
import type { Screens } from './screens';

interface Props {
  /** loadCall, loadSettings and screens get what the gallery does without. */
  loadCall: () => Promise<typeof import('./call-screen')>;
  loadSettings: () => Promise<typeof import('./gallery-settings')>;
  screens: Screens;
}

/** App is the page: the gallery of scenes with their briefs, a call, or what else the address names. */
export function App({ loadCall, loadSettings, screens }: Props) {
  useLanguage(); // all is drawn anew when it changes
  const settings = useSettings(localStorage);
  const [scenarios, retry] = useScenarios();
  const [asked, setAsked] = useState<{ request: CallRequest; scenario: Public }>();
  const [calling, setCalling] = useState(false);
  const call = useLater(loadCall);
  const panel = useLater(loadSettings);
  const address = useAddress();
  const { page, id } = address;
  const load = screens[page];
  const isCall = page === 'call' && calling;
  const isPicker = page === 'gallery' || page === 'brief';
  if (calling && page !== 'call') setCalling(false); // left; who comes back to its address finds no call
  const lost = !isPicker && !isCall && load === undefined;
  useEffect(() => {
    if (lost) navigate('/', { replace: true });
  }, [lost]);

  const start = (request: CallRequest, scenario: Public) => {
    call.ask();
    // Drawn inside the click, in which the call then starts: browsers let a page play sound in a gesture alone.
    flushSync(() => {
      setAsked({ request, scenario });
      setCalling(true);
      navigate(pathTo('call', 'new')); // until the agent tells the call's id
    });
  };
  const back = () => { navigate(asked === undefined ? '/' : pathTo('brief', asked.scenario.id), { replace: true }); };
  const named = scenarios.state === 'loaded' ? scenarios.list.find((one) => one.id === id) : undefined;
  return (
    <div className={styles.page} data-page={page}>
      <header className={styles.header}>
        <h1>
          <Link href="/">
            <img src="/icon.svg" alt="" width="32" height="32" />
            Parley
          </Link>
        </h1>
        <p className="muted">{t('tagline')}</p>
      </header>
      <main className={styles.main}>
        {isPicker || lost ? (
          <Picker
            scenarios={scenarios}
            onRetry={retry}
            open={page === 'brief' ? id : undefined}
            last={asked?.scenario.id}
            onLikely={() => { call.ask(); panel.ask(); }}
            onAssistant={() => void screens.assistant?.().catch(() => undefined)} // told when it is opened
            onCall={start}
          >
            <Settings onOpen={panel.ask}>
              {panel.part !== undefined && <panel.part.GallerySettings settings={settings} />}
            </Settings>
          </Picker>
        ) : load !== undefined && !isCall ? (
          <LateScreen
            key={page === 'call' ? page : page + id}
            load={load}
            failure={t('loadFailed', { name: named?.botname ?? 'Parley' })}
            {...{ address, scenarios, settings }}
            onRetry={retry}
            onCall={start}
          />
        ) : asked === undefined || call.part === undefined ? (
          <Loading failure={t('callFailed')} calling={asked?.scenario.botname} failed={call.failed} onAgain={call.ask} onCancel={back} />
        ) : (
          <call.part.CallScreen {...asked} settings={settings} onBack={back} onHeld={() => { setCalling(false); }} />
        )}
      </main>
      <Footer />
    </div>
  );
}
