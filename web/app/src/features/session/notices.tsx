import type { Room } from 'livekit-client';
import { Notice } from '../../components/ui/notice';
import { t } from '../../lib/language';
import type { Agent } from '../../lib/livekit/agent';
import { useCanPlay } from '../../lib/livekit/use-room';
import type { Listener } from '../../lib/rpc/events';
import { Away } from './away';
import type { Session } from './model';
import { Paused } from './paused';
import styles from './session.module.css';
import { TimeWarning } from './time-left';
import type { Call } from './use-call';
import type { Pause } from './use-pause';
import { micWords } from './words';

interface Props {
  room: Room;
  agent: Agent;
  session: Extract<Session, { phase: 'talking' }>;
  botname: string;
  call: Pick<Call, 'micFault' | 'setMicFault'>;
  pause: Pause;
  emit: Listener;
  onEnd: () => void;
}

/** Notices say plainly what does not work and what helps, and what the call waits for. */
export function Notices({ room, agent, session, botname, call, pause, emit, onEnd }: Props) {
  const canPlay = useCanPlay(room);
  const { reconnecting, away, limit } = session;
  return (
    <div className={styles.notices}>
      {!canPlay && (
        <button type="button" className={styles.tap} onClick={() => void room.startAudio()}>
          {t('tapToHear', { name: botname })}
        </button>
      )}
      {reconnecting && <Notice>{t('lineLost')}</Notice>}
      {pause.on && !reconnecting && <Paused onGoOn={pause.toggle} />}
      {away === 'asked' && !pause.on && !reconnecting && <Away agent={agent} onHere={() => { emit({ kind: 'here' }); }} onEnd={onEnd} />}
      {!reconnecting && <TimeWarning limit={limit} agent={agent} />}
      {call.micFault !== undefined && <Notice onDismiss={() => { call.setMicFault(undefined); }}>{micWords(call.micFault)}</Notice>}
      {session.troubles.map((trouble) => (
        <Notice key={trouble.role + trouble.reason} onDismiss={() => { emit({ kind: 'dismiss', trouble }); }}>
          <span lang={trouble.role === 'call' ? undefined : 'en'}>{trouble.reason}</span>
        </Notice>
      ))}
    </div>
  );
}
