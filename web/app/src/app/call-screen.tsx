import { Connecting } from '../features/session/connecting';
import { EndCard } from '../features/session/end-card';
import type { Call } from '../features/session/use-call';
import type { SettingsState } from '../features/settings/use-settings';
import { Captions } from '../features/transcript/captions';
import { UsageDetails } from '../features/usage/usage-details';
import { ProgressBar } from '../features/verdict/progress-bar';
import type { Public } from '../lib/api/types.gen';
import styles from './app.module.css';
import { Talking } from './talking';
import type { CallState, Emit } from './use-call-state';

interface Props {
  scenario: Public;
  state: CallState;
  call: Call;
  settings: SettingsState;
  emit: Emit;
  onAgain: () => void;
  onBack: () => void;
}

/** CallScreen is one call from the click to its end card. */
export function CallScreen({ scenario, state, call, settings, emit, onAgain, onBack }: Props) {
  const { session } = state;
  const { botname } = scenario;
  if (session.phase === 'over') {
    return (
      <div className={styles.over}>
        <EndCard session={session} onAgain={onAgain} onOther={onBack}>
          <ProgressBar verdict={state.verdict} />
        </EndCard>
        {state.transcript.length > 0 && (
          <details className={styles.record}>
            <summary>What was said</summary>
            <Captions lines={state.transcript} botname={botname} />
          </details>
        )}
        <UsageDetails usage={state.usage} />
      </div>
    );
  }
  if (call.room === undefined || session.phase === 'idle') return null;
  if (session.phase === 'connecting') {
    return <Connecting session={session} botname={botname} onCancel={onBack} onSkipMic={call.skipMic} />;
  }
  return <Talking scenario={scenario} state={state} session={session} room={call.room} call={call} settings={settings} emit={emit} />;
}
