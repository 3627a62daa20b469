import type { Room } from 'livekit-client';
import { useMemo } from 'react';
import { HintPanel } from '../features/hint/hint-panel';
import { ReactionBadge } from '../features/reaction/reaction-badge';
import { Character } from '../features/session/character';
import { Controls } from '../features/session/controls';
import type { Session } from '../features/session/model';
import { Notices } from '../features/session/notices';
import type { Call } from '../features/session/use-call';
import { Captions } from '../features/transcript/captions';
import { userSpeaks } from '../features/transcript/model';
import { TextBox } from '../features/transcript/text-box';
import { CtaBanner } from '../features/verdict/cta-banner';
import { ProgressBar } from '../features/verdict/progress-bar';
import type { Public } from '../lib/api/types.gen';
import { Agent } from '../lib/livekit/agent';
import styles from './app.module.css';
import type { CallState, Emit } from './use-call-state';

/** On a narrower page the goal is folded away to leave room for the captions. */
const narrow = 860;

interface Props {
  scenario: Public;
  state: CallState;
  session: Extract<Session, { phase: 'talking' }>;
  room: Room;
  call: Call;
  emit: Emit;
}

/** Talking is the call itself: the character and how it goes, and the captions. */
export function Talking({ scenario, state, session, room, call, emit }: Props) {
  const { botname } = scenario;
  const agent = useMemo(() => new Agent(room, session.agent), [room, session.agent]);
  const left = () => { emit({ kind: 'ended', ending: { outcome: 'left', call_id: '', reason: 'You ended the call.' } }); };
  return (
    <div className={styles.call}>
      <Notices
        room={room}
        session={session}
        botname={botname}
        micFault={call.micFault}
        onDismissMic={() => { call.setMicFault(undefined); }}
        onDismiss={(trouble) => { emit({ kind: 'dismiss', trouble }); }}
      />
      <div className={styles.stage}>
        <Character room={room} agent={session.agent} state={session.state} botname={botname} userSpeaks={userSpeaks(state.transcript)}>
          <ReactionBadge reaction={state.reaction} />
        </Character>
        <CtaBanner verdict={state.verdict} />
        <ProgressBar verdict={state.verdict} />
        <details className={styles.goal} open={window.innerWidth > narrow}>
          <summary>Your goal</summary>
          {scenario.goal}.
        </details>
        {scenario.has_hints && <HintPanel agent={agent} />}
      </div>
      <div className={styles.talk}>
        <Captions lines={state.transcript} botname={botname} />
        <TextBox botname={botname} disabled={session.reconnecting} say={(text) => agent.say(text)} />
      </div>
      <Controls room={room} agent={agent} onMic={call.setMicFault} onLeft={left} />
    </div>
  );
}
