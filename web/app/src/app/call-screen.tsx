import { Connecting } from '../features/session/connecting';
import { EndCard } from '../features/session/end-card';
import { useCall } from '../features/session/use-call';
import { usePatience } from '../features/session/use-patience';
import type { SettingsState } from '../features/settings/use-settings';
import { Captions } from '../features/transcript/captions';
import { UsageDetails } from '../features/usage/usage-details';
import { ProgressBar } from '../features/verdict/progress-bar';
import type { CallRequest, Public } from '../lib/api/types.gen';
import styles from './call.module.css';
import { Talking } from './talking';
import { useCallState } from './use-call-state';

interface Props {
  request: CallRequest;
  scenario: Public;
  settings: SettingsState;
  onBack: () => void;
}

/** CallScreen is a call from the click to its end card; it must be mounted inside the click. */
export function CallScreen({ request, scenario, settings, onBack }: Props) {
  const [state, emit] = useCallState();
  const { session } = state;
  const { botname } = scenario;
  const call = useCall(request, session.phase === 'over', emit);
  usePatience(session, emit);
  if (session.phase === 'over') {
    return (
      <div className={styles.over}>
        <EndCard session={session} onAgain={call.start} onOther={onBack}>
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
  if (session.phase === 'connecting') {
    return <Connecting session={session} botname={botname} bot={scenario.bot} onCancel={onBack} onSkipMic={call.skipMic} />;
  }
  if (call.room === undefined) return null; // it has one while the user talks
  return <Talking scenario={scenario} state={state} session={session} room={call.room} call={call} settings={settings} emit={emit} />;
}
