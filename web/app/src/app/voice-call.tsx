import type { Room } from 'livekit-client';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { AskedFirst } from '../features/consent/asked-first';
import { CallBar } from '../features/session/call-bar';
import { Controls } from '../features/session/controls';
import { FloorLine } from '../features/session/floor-line';
import type { Session } from '../features/session/model';
import { Notices } from '../features/session/notices';
import { useCall, type Call } from '../features/session/use-call';
import { useGoodbye } from '../features/session/use-goodbye';
import { useHalt } from '../features/session/use-halt';
import { usePatience } from '../features/session/use-patience';
import { Waiting } from '../features/session/waiting';
import type { SettingsState } from '../features/settings/use-settings';
import { useToldPatience } from '../features/settings/use-told-patience';
import type { Caption } from '../features/thread/captions';
import { userSpeaks } from '../features/transcript/model';
import type { CallRequest, PublicBot } from '../lib/api/types.gen';
import { t, tell } from '../lib/language';
import { Agent } from '../lib/livekit/agent';
import type { Listener } from '../lib/rpc/events';
import { Leave } from './leave';
import { useCallState, type CallState } from './use-call-state';

/** lastWordMS is how long an ended call stays, for its last word to be heard. */
const lastWordMS = 1500;

/** What a call adds to the conversation. */
export interface Voice {
  captions: readonly Caption[];
  /** say sends what was typed into the call; undefined while nobody is there. */
  say: ((text: string) => Promise<void>) | undefined;
}

interface Props {
  request: CallRequest;
  botname: string;
  bot: PublicBot;
  settings: SettingsState;
  onVoice: (voice: Voice) => void;
  /** onOver ends it; reason is in plain words, empty where the user hung up. */
  onOver: (reason: string) => void;
}

/** VoiceCall is a call within the conversation; it must be mounted inside the click. Before the first the user is asked: see CallScreen. */
export function VoiceCall(props: Props) {
  const { request, botname, onOver } = props;
  return (
    <AskedFirst botname={botname} onCancel={() => { onOver(''); }}>
      {(consent) => <Calling {...props} request={{ ...request, consent }} />}
    </AskedFirst>
  );
}

function Calling({ request, botname, bot, settings, onVoice, onOver }: Props) {
  const [state, emit] = useCallState();
  const { session, transcript } = state;
  const call = useCall(request, session.phase === 'over', emit);
  usePatience(session, emit);

  const over = session.phase === 'over' ? session : undefined;
  const leave = useEffectEvent(({ outcome, code, reason }: typeof session & { phase: 'over' }) => { onOver(outcome === 'left' ? '' : tell(code, reason, { name: botname }).text); });
  useEffect(() => {
    if (over === undefined) return;
    const timer = setTimeout(() => { leave(over); }, over.outcome === 'error' ? 0 : lastWordMS);
    return () => { clearTimeout(timer); };
  }, [over]);

  const room = call.room;
  const identity = session.phase === 'talking' ? session.agent : undefined;
  const agent = useMemo(() => (room === undefined || identity === undefined ? undefined : new Agent(room, identity)), [room, identity]);
  const report = useEffectEvent(onVoice);
  useEffect(() => {
    report({
      captions: transcript.flatMap((line) => (line.kind === 'speech' ? [{ id: line.id, role: line.role, text: line.text, final: line.final }] : [])),
      say: agent && (async (text) => {
        const segment = await agent.say(text);
        emit({ kind: 'caption', segment, role: 'user', text, final: true }); // the agent does not echo it
      }),
    });
  }, [transcript, agent, emit]);

  if (session.phase === 'talking' && agent !== undefined && room !== undefined) {
    return <Talking {...{ session, room, agent, call, settings, botname, bot, state, emit }} />;
  }
  if (session.phase === 'talking') return null; // it has an agent as soon as it is drawn
  return <Waiting session={session} onSkipMic={call.skipMic} onCancel={() => { onOver(''); }} />;
}

interface TalkingProps {
  session: Extract<Session, { phase: 'talking' }>;
  room: Room;
  agent: Agent;
  call: Call;
  settings: SettingsState;
  botname: string;
  bot: PublicBot;
  state: CallState;
  emit: Listener;
}

/** Talking is the call once the character is there. */
function Talking({ session, room, agent, call, settings, botname, bot, state, emit }: TalkingProps) {
  const left = () => { emit({ kind: 'ended', ending: { outcome: 'left', call_id: '', reason: '' } }); };
  const [ending, end] = useGoodbye(agent, emit, left);
  const { pause, halt, failed } = useHalt(room, agent, session, emit);
  useToldPatience(agent, settings.patience, failed);
  return (
    <>
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
      <CallBar>
        <FloorLine
          room={room}
          agent={session.agent}
          state={session.state}
          botname={botname}
          bot={bot}
          open={!settings.hold}
          userSpeaks={userSpeaks(state.transcript)}
          halt={halt}
        />
        <Controls
          room={room}
          agent={agent}
          halt={halt}
          pause={pause}
          hold={settings.hold}
          onHold={settings.setHold}
          onMic={call.setMicFault}
          ending={ending}
          bye={t('callHangUp')}
          onEnd={end}
        />
      </CallBar>
    </>
  );
}
