import { RoomAudioRenderer, RoomContext } from '@livekit/components-react';
import { useState } from 'react';
import { Picker } from '../features/scenario/picker';
import { useCall } from '../features/session/use-call';
import { useHangUp } from '../features/session/use-hang-up';
import { usePatience } from '../features/session/use-patience';
import { Forget } from '../features/settings/forget';
import { PatienceSlider } from '../features/settings/patience-slider';
import { Settings } from '../features/settings/settings';
import { useSettings } from '../features/settings/use-settings';
import type { CallRequest, Public } from '../lib/api/types.gen';
import { userID } from '../lib/settings';
import styles from './app.module.css';
import { CallScreen } from './call-screen';
import { Footer } from './footer';
import { useCallState } from './use-call-state';

/** App is the page: the picker, or a call. */
export function App() {
  const [state, emit] = useCallState();
  const [asked, setAsked] = useState<{ request: CallRequest; scenario: Public }>();
  const call = useCall(emit);
  const settings = useSettings(localStorage);
  usePatience(state.session, emit);
  useHangUp(state.session.phase === 'over', call.leave);

  const start = (request: CallRequest, scenario: Public) => {
    setAsked({ request, scenario });
    const user = userID(localStorage);
    call.start(user === undefined ? request : { ...request, user });
  };
  const back = () => {
    call.leave();
    emit({ kind: 'cancelled' });
  };
  const calling = asked !== undefined && state.session.phase !== 'idle';
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <img src="/icon.svg" alt="" width="32" height="32" />
        <h1>Parley</h1>
        <p className="muted">Practise the hard conversation first.</p>
      </header>
      <main className={styles.main}>
        {calling ? (
          <CallScreen
            scenario={asked.scenario}
            state={state}
            call={call}
            settings={settings}
            emit={emit}
            onAgain={() => { start(asked.request, asked.scenario); }}
            onBack={back}
          />
        ) : (
          <Picker initial={asked?.scenario} onCall={start}>
            <Settings>
              <PatienceSlider patience={settings.patience} onChange={settings.setPatience} />
              <Forget forget={settings.forget} />
            </Settings>
          </Picker>
        )}
      </main>
      <Footer />
      {call.room !== undefined && (
        <RoomContext.Provider value={call.room}>
          <RoomAudioRenderer />
        </RoomContext.Provider>
      )}
    </div>
  );
}
