import { useState } from 'react';
import type { Session } from '../features/session/model';
import { ShownCards } from '../features/shown/shown-cards';
import { Captions } from '../features/transcript/captions';
import { FixLine } from '../features/transcript/fix-line';
import { newestOf } from '../features/transcript/model';
import { TextBox } from '../features/transcript/text-box';
import type { View } from '../features/transcript/view';
import type { Public } from '../lib/api/types.gen';
import { t } from '../lib/language';
import styles from './call.module.css';
import type { CallState } from './use-call-state';

interface Props {
  scenario: Public;
  state: CallState;
  session: Extract<Session, { phase: 'talking' }>;
  /** call is its id, empty while it is not known. */
  call: string;
  view: View;
  /** typed says that nobody listens. */
  typed: boolean;
  /** say sends a typed turn and returns the id of its line. */
  say: (text: string) => Promise<string>;
}

/** Said is what both sides say in a call: captions, what the character shows, and the box to type in. */
export function Said({ scenario, state, session, call, view, typed, say }: Props) {
  const { botname, language } = scenario;
  const [written, setWritten] = useState<readonly string[]>([]); // lines that were typed
  const send = async (text: string) => {
    const line = await say(text);
    setWritten((lines) => [...lines, line]);
  };
  const newest = newestOf(state.transcript);
  const heard = newest !== undefined && !typed && call !== '' && !written.includes(newest.id) ? newest : undefined;
  return (
    <div className={styles.talk}>
      {view.captions
        ? <Captions lines={state.transcript} botname={botname} language={language} size={view.size} />
        : <p className={styles.off}>{t('captionsOff')}</p>}
      {view.captions && heard !== undefined && <FixLine key={heard.id} call={call} heard={heard.text} language={language} />}
      <ShownCards shown={state.shown} disabled={session.reconnecting} say={send} language={language} />
      <TextBox botname={botname} disabled={session.reconnecting} focus={typed} say={send} />
    </div>
  );
}
