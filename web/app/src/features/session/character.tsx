import type { Room } from 'livekit-client';
import { useEffect, useState, type ReactNode } from 'react';
import { Avatar } from '../../components/ui/avatar';
import { useIsSpeaking, useLevel, useVoice } from '../../lib/livekit/use-room';
import type { State } from '../../lib/rpc/types.gen';
import mark from './mark.module.css';
import styles from './session.module.css';
import { floorOf, floorWords, type Floor } from './words';

interface Props {
  room: Room;
  agent: string;
  state: State;
  botname: string;
  /** Whether the agent listens to all the microphone hears. */
  open: boolean;
  /** The captions' word that the user speaks, before LiveKit says so. */
  userSpeaks: boolean;
  /** What floats beside the face. */
  children: ReactNode;
}

/** Character is the face of the call: who it is, whose turn it is. */
export function Character({ room, agent, state, botname, open, userSpeaks, children }: Props) {
  const heard = useIsSpeaking(room);
  const level = useLevel(useVoice(room, agent));
  const floor = floorOf(state, (open && heard) || userSpeaks);
  const slow = useSlow(floor === 'thinking', 4000);
  const words = floorWords(floor, botname);
  return (
    <section className={styles.character} data-floor={floor} aria-label={botname}>
      <div className={styles.face}>
        <Avatar name={botname} size={128} level={floor === 'speaking' ? level : 0} />
        {children}
      </div>
      <h2>{botname}</h2>
      <p className={styles.floor} data-testid="floor">
        <FloorMark floor={floor} />
        <strong>{words.title}</strong>
        <span className="muted">{floor === 'thinking' && !slow ? 'One moment' : words.note}</span>
      </p>
    </section>
  );
}

/** FloorMark is whose turn it is, as a shape. */
function FloorMark({ floor }: { floor: Floor }) {
  return (
    <span className={mark.mark} data-floor={floor} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

/** useSlow is true once on has held for ms milliseconds. */
function useSlow(on: boolean, ms: number): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => { setSlow(true); }, ms);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [on, ms]);
  return slow;
}
