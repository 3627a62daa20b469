import type { Room } from 'livekit-client';
import { Notice } from '../../components/ui/notice';
import type { MicFault } from '../../lib/livekit/microphone';
import { useCanPlay } from '../../lib/livekit/use-room';
import type { Trouble } from '../../lib/rpc/types.gen';
import { Away } from './away';
import type { Session } from './model';
import styles from './session.module.css';
import { micWords } from './words';

interface Props {
  room: Room;
  session: Extract<Session, { phase: 'talking' }>;
  botname: string;
  micFault: MicFault | undefined;
  onDismissMic: () => void;
  onHere: () => void;
  onEnd: () => void;
  onDismiss: (trouble: Trouble) => void;
}

/** Notices say plainly what does not work and what helps. */
export function Notices({ room, session, botname, micFault, onDismissMic, onHere, onEnd, onDismiss }: Props) {
  const canPlay = useCanPlay(room);
  return (
    <div className={styles.notices}>
      {!canPlay && (
        <button type="button" className={styles.tap} onClick={() => void room.startAudio()}>
          Tap to hear {botname}
        </button>
      )}
      {session.away === 'asked' && <Away onHere={onHere} onEnd={onEnd} />}
      {session.reconnecting && <Notice>The connection is weak. Reconnecting…</Notice>}
      {micFault !== undefined && <Notice onDismiss={onDismissMic}>{micWords[micFault]}</Notice>}
      {session.troubles.map((trouble) => (
        <Notice key={trouble.role + trouble.reason} onDismiss={() => { onDismiss(trouble); }}>
          {trouble.reason}
        </Notice>
      ))}
    </div>
  );
}
