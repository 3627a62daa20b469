import type { Room } from 'livekit-client';
import type { MouseEvent } from 'react';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { t } from '../../lib/language';
import type { Agent } from '../../lib/livekit/agent';
import { useCanPlay } from '../../lib/livekit/use-room';
import type { Listener } from '../../lib/rpc/events';
import type { Trouble } from '../../lib/rpc/types.gen';
import { Away } from './away';
import { Lost } from './lost';
import { MicNotices } from './mic-notices';
import type { Session } from './model';
import { Paused } from './paused';
import styles from './session.module.css';
import { TimeWarning } from './time-left';
import { tellTrouble } from './trouble';
import type { Call } from './use-call';
import type { Pause } from './use-pause';
import { micWords, type Halt } from './words';

interface Props {
  room: Room;
  agent: Agent;
  session: Extract<Session, { phase: 'talking' }>;
  botname: string;
  call: Pick<Call, 'micFault' | 'setMicFault' | 'start' | 'ticket'>;
  pause: Pause;
  halt: Halt | undefined;
  emit: Listener;
  onEnd: () => void;
}

/** Notices say plainly what does not work and what helps, and what the call waits for. */
export function Notices({ room, agent, session, botname, call, pause, halt, emit, onEnd }: Props) {
  const canPlay = useCanPlay(room);
  const { away, limit } = session;
  const { callID } = agent;
  const { ticket } = call;
  // What is pressed here goes, and with it would the focus that it has.
  const keepFocus = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest('button') : null;
    const { activeElement, body } = document;
    if (pressed !== null && (activeElement === pressed || activeElement === body)) document.getElementById('character')?.focus();
  };
  return (
    <div className={styles.notices} onClick={keepFocus}>
      {!canPlay && (
        <button type="button" className={styles.tap} onClick={() => void room.startAudio()}>
          {t('tapToHear', { name: botname })}
        </button>
      )}
      {halt === 'lost' && <Lost onRetry={() => { call.start(ticket === undefined ? undefined : { call: callID, ticket }); }} onEnd={onEnd} />}
      {halt === 'paused' && <Paused onGoOn={pause.toggle} />}
      {halt === undefined && away === 'asked' && <Away agent={agent} onHere={() => { emit({ kind: 'here' }); }} onEnd={onEnd} />}
      {halt !== 'lost' && <TimeWarning limit={limit} agent={agent} />}
      <MicNotices room={room} deaf={halt !== undefined} />
      {call.micFault !== undefined && (
        <Notice onDismiss={() => { call.setMicFault(undefined); }}>
          {micWords(call.micFault)} <TypeInstead />
        </Notice>
      )}
      {session.troubles.map((trouble) => (
        <Notice key={trouble.role + trouble.reason} onDismiss={() => { emit({ kind: 'dismiss', trouble }); }}>
          <TroubleWords trouble={trouble} /> {trouble.role === 'stt' && !trouble.over && <TypeInstead />}
        </Notice>
      ))}
    </div>
  );
}

function TroubleWords({ trouble }: { trouble: Trouble }) {
  const { text, lang } = tellTrouble(trouble);
  return <span lang={lang}>{text}</span>;
}

/** TypeInstead leads to the text box. */
const TypeInstead = () => <Button onClick={() => { document.getElementById('say')?.focus(); }}>{t('typeInstead')}</Button>;
