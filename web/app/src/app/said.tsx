import { useState } from 'react';
import type { Session } from '../features/session/model';
import { ShownCards } from '../features/shown/shown-cards';
import { Captions } from '../features/transcript/captions';
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
  view: View;
  /** typed says that nobody listens. */
  typed: boolean;
  /** say sends a typed turn. */
  say: (text: string) => Promise<void>;
}

/**
 * Said is what both sides say in a call: captions, what the character shows, and the box to type in. Words that were
 * misheard are put right there and sent: the character answers the right ones, and they are judged.
 */
export function Said({ scenario, state, session, view, typed, say }: Props) {
  const { botname, language } = scenario;
  const [fix, setFix] = useState({ time: 0, heard: '' });
  const onMisheard = (heard: string) => { setFix(({ time }) => ({ time: time + 1, heard })); };
  return (
    <div className={styles.talk}>
      {view.captions
        ? <Captions lines={state.transcript} botname={botname} language={language} size={view.size} {...(typed ? {} : { onMisheard })} />
        : <p className={styles.off}>{t('captionsOff')}</p>}
      <ShownCards shown={state.shown} disabled={session.reconnecting} say={say} language={language} />
      <TextBox key={fix.time} botname={botname} disabled={session.reconnecting} draft={fix.heard} focus={typed || fix.time > 0} say={say} />
    </div>
  );
}
