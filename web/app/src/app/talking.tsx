import type { Room } from 'livekit-client';
import { useEffect, useMemo } from 'react';
import { ConsentSetting } from '../features/consent/consent-setting';
import { HintPanel } from '../features/hint/hint-panel';
import { ReactionBadge } from '../features/reaction/reaction-badge';
import { Character } from '../features/session/character';
import { Controls } from '../features/session/controls';
import { MicCheck } from '../features/session/mic-check';
import type { Session } from '../features/session/model';
import { Notices } from '../features/session/notices';
import type { Call } from '../features/session/use-call';
import { useGoodbye } from '../features/session/use-goodbye';
import { useHalt } from '../features/session/use-halt';
import { useHolding } from '../features/session/use-held';
import { NoLimit } from '../features/settings/no-limit';
import { PatienceSlider } from '../features/settings/patience-slider';
import { Settings } from '../features/settings/settings';
import type { SettingsState } from '../features/settings/use-settings';
import { useToldLimit, useToldPatience } from '../features/settings/use-told-patience';
import { userSpeaks } from '../features/transcript/model';
import { useView } from '../features/transcript/use-view';
import { ViewSettings } from '../features/transcript/view-settings';
import { CtaBanner } from '../features/verdict/cta-banner';
import { ProgressBar } from '../features/verdict/progress-bar';
import { Trace } from '../features/verdict/trace';
import { useTitle } from '../components/use-title';
import { pathTo } from '../lib/address';
import type { Public } from '../lib/api/types.gen';
import { t } from '../lib/language';
import { Agent } from '../lib/livekit/agent';
import { micTrack } from '../lib/livekit/microphone';
import { useMicrophone } from '../lib/livekit/use-room';
import { navigate } from '../lib/navigation';
import type { Listener } from '../lib/rpc/events';
import styles from './call.module.css';
import { Leave } from './leave';
import { More } from './more';
import { Said } from './said';
import { useBefore } from './use-before';
import type { CallState } from './use-call-state';

interface Props {
  scenario: Public;
  state: CallState;
  session: Extract<Session, { phase: 'talking' }>;
  room: Room;
  call: Call;
  settings: SettingsState;
  /** fork says that the call may go on from a turn of another. */
  fork: boolean;
  emit: Listener;
}

/** Talking is the call itself: the character and how it goes, and the captions. */
export function Talking({ scenario, state, session, room, call, settings, fork, emit }: Props) {
  const { botname } = scenario;
  const agent = useMemo(() => new Agent(room, session.agent), [room, session.agent]);
  const id = agent.callID;
  useEffect(() => {
    if (id !== '') navigate(pathTo('call', id), { replace: true });
  }, [id]);
  useTitle(botname);
  useBefore(fork ? id : '', emit);
  const [view, setView] = useView(localStorage);
  useHolding(id, call.ticket, scenario.id, call.typed);
  const left = () => { emit({ kind: 'ended', ending: { outcome: 'left', call_id: '', reason: t('youEnded') } }); };
  const [ending, end] = useGoodbye(agent, emit, left);
  const { pause, halt, failed } = useHalt(room, agent, session, emit);
  useToldPatience(agent, settings.patience, failed);
  useToldLimit(agent, settings.noLimit, failed);
  const mic = useMicrophone(room);
  const say = async (text: string) => {
    const segment = await agent.say(text);
    emit({ kind: 'caption', segment, role: 'user', text, final: true }); // the agent does not echo it
  };
  return (
    <div className={styles.call} data-talking>
      <Leave botname={botname} />
      <Notices
        room={room}
        session={session}
        botname={botname}
        agent={agent}
        call={call}
        pause={pause}
        halt={halt}
        emit={emit}
        onEnd={end}
      />
      <div className={styles.stage}>
        <div className={styles.who}>
          <Character
            room={room}
            agent={session.agent}
            state={session.state}
            botname={botname}
            bot={scenario.bot}
            progress={state.verdict.progress}
            open={!settings.hold}
            userSpeaks={userSpeaks(state.transcript)}
            halt={halt}
            limit={session.limit}
          >
            {view.reactions && <ReactionBadge reaction={state.reaction} />}
          </Character>
        </div>
        <div className={styles.cta}><CtaBanner verdict={state.verdict} language={scenario.language} /></div>
        <div className={styles.progress}>
          <ProgressBar verdict={state.verdict} inLine />
          {state.before && <Trace before={state.before} />}
        </div>
        {scenario.has_hints && (
          <div className={styles.hints}><HintPanel key={state.hints.length} agent={agent} given={state.hints} language={scenario.language} /></div>
        )}
        <More>
          <details className={styles.goal} open>
            <summary>{t('goal')}</summary>
            <span lang={scenario.language}>{scenario.goal_for_you ?? `${scenario.goal}.`}</span>
          </details>
          <Settings>
            <PatienceSlider patience={settings.patience} onChange={settings.setPatience} />
            <NoLimit on={settings.noLimit} onChange={settings.setNoLimit} />
            <ViewSettings view={view} onChange={setView} />
            {mic !== 'none' && <MicCheck call={{ room, track: () => micTrack(room) }} />}
            <ConsentSetting inCall />
          </Settings>
        </More>
      </div>
      <Said scenario={scenario} state={state} session={session} view={view} typed={call.typed} say={say} />
      <Controls
        room={room}
        agent={agent}
        halt={halt}
        pause={pause}
        typed={call.typed}
        hold={settings.hold}
        onHold={settings.setHold}
        onMic={call.setMicFault}
        ending={ending}
        onEnd={end}
      />
    </div>
  );
}
