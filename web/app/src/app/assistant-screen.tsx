import { useEffect, useState } from 'react';
import { Button } from '../components/ui/button';
import { isAssistant, storedCaller } from '../features/scenario/model';
import type { Public } from '../lib/api/types.gen';
import { randomID } from '../lib/id';
import { t, withMessages } from '../lib/language';
import { navigate } from '../lib/navigation';
import { isPerson, knownUser, userID } from '../lib/user';
import { Assistant } from './assistant';
import styles from './assistant.module.css';
import type { ScreenProps } from './screens';
import type { LoadTalk } from './use-talk';

/** talk is a chunk of its own: whoever types does without LiveKit. */
const loadVoiceCall: LoadTalk = () => withMessages(['held', 'call', 'talk'], () => import('./voice-call'));

interface Props extends ScreenProps {
  loadTalk?: LoadTalk;
}

/** Screen finds the scene and the user, whose id is made when an assistant is first opened. */
export function Screen({ address, scenarios, onRetry, settings, loadTalk = loadVoiceCall }: Props) {
  const [user, setUser] = useState(knowUser);
  const own = user?.id;
  const kept = user?.kept ?? false;
  useEffect(() => {
    // Forgotten in another tab, nothing may be kept under the id from before.
    const changed = () => { if (own !== undefined && kept && knownUser(localStorage) !== own && !isPerson(localStorage)) setUser(undefined); };
    window.addEventListener('storage', changed);
    return () => { window.removeEventListener('storage', changed); };
  }, [own, kept]);
  if (user === undefined) {
    return (
      <div className={styles.over}>
        <h2>{t('deskForgotten')}</h2>
        <p>{t('deskForgottenNote')}</p>
        <div className={styles.choices}>
          <Button look="main" onClick={onBack}>{t('deskBack')}</Button>
          <Button onClick={() => { setUser(knowUser()); }}>{t('deskAfresh')}</Button>
        </div>
      </div>
    );
  }
  const screen = (found: Public) => (
    <Assistant
      key={user.id}
      scenario={found}
      user={user.id}
      keeps={user.kept}
      username={storedCaller(localStorage).username}
      settings={settings}
      loadTalk={loadTalk}
      onBack={onBack}
      onForgotten={() => { setUser(undefined); }}
    />
  );
  const scenario = scenarios.state === 'loaded' ? scenarios.list.find((one) => one.id === address.id && isAssistant(one)) : undefined;
  return scenario === undefined ? <Missing scenarios={scenarios} onRetry={onRetry} /> : screen(scenario);
}

/** knowUser is the user's id, for this page alone where the browser keeps nothing, and empty for a person with a cookie. */
function knowUser(): { id: string; kept: boolean } | undefined {
  if (isPerson(localStorage)) return { id: '', kept: true };
  const id = userID(localStorage);
  return { id: id ?? randomID(), kept: id !== undefined };
}

/** Missing stands for an assistant that is not found, or not yet. */
function Missing({ scenarios, onRetry }: Pick<Props, 'scenarios' | 'onRetry'>) {
  if (scenarios.state === 'loading') return <p className={styles.wait} role="status">{t('opening')}</p>;
  return (
    <div className={styles.over} role="alert">
      <p>{scenarios.state === 'failed' ? scenarios.reason : t('deskMissing')}</p>
      <div className={styles.choices}>
        {scenarios.state === 'failed' && <Button look="main" onClick={onRetry}>{t('tryAgain')}</Button>}
        <Button onClick={onBack}>{t('allScenes')}</Button>
      </div>
    </div>
  );
}

const onBack = () => { navigate('/'); };
