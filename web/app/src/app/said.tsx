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

/** Said is what both sides say in a call: captions, what the character shows, and the box to type in. */
export function Said({ scenario, state, session, view, typed, say }: Props) {
  const { botname, language } = scenario;
  return (
    <div className={styles.talk}>
      {view.captions
        ? <Captions lines={state.transcript} botname={botname} language={language} size={view.size} />
        : <p className={styles.off}>{t('captionsOff')}</p>}
      <ShownCards shown={state.shown} disabled={session.reconnecting} say={say} language={language} />
      <TextBox botname={botname} disabled={session.reconnecting} focus={typed} say={say} />
    </div>
  );
}
