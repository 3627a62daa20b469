import type { Room } from 'livekit-client';
import type { ReactNode } from 'react';
import { Avatar } from '../../components/ui/avatar';
import { useSlow } from '../../components/use-slow';
import type { PublicBot } from '../../lib/api/types.gen';
import { useIsSpeaking, useLevel, useMicrophone, useVoice } from '../../lib/livekit/use-room';
import { useArrival } from '../../lib/navigation';
import { t } from '../../lib/language';
import type { State } from '../../lib/rpc/types.gen';
import type { Limit } from '../../lib/rpc/events';
import { FloorMark } from './floor-mark';
import { useMood } from './mood';
import styles from './session.module.css';
import { TimeLeft } from './time-left';
import { floorOf, floorWords, type Halt } from './words';

interface Props {
  room: Room;
  agent: string;
  state: State;
  botname: string;
  bot: PublicBot;
  /** How far the talk is, 0-10: the face shows it. */
  progress: number;
  /** Whether the agent listens to all the microphone hears. */
  open: boolean;
  /** The captions' word that the user speaks, before LiveKit says so. */
  userSpeaks: boolean;
  /** Why nobody has the floor, if so. */
  halt: Halt | undefined;
  limit: Limit | undefined;
  /** What floats beside the face. */
  children: ReactNode;
}

/** Character is the face of the call: who it is, whose turn it is. */
export function Character({ room, agent, state, botname, bot, progress, open, userSpeaks, halt, limit, children }: Props) {
  const heard = useIsSpeaking(room);
  const hears = useMicrophone(room) !== 'none';
  const level = useLevel(useVoice(room, agent));
  const mood = useMood(progress);
  const floor = floorOf(state, (open && heard) || userSpeaks, halt);
  const slow = useSlow(floor === 'thinking', 4000);
  const heading = useArrival('call');
  const words = floorWords(floor, botname, hears);
  return (
    <section className={styles.character} data-floor={floor} aria-label={botname}>
      <div className={styles.face}>
        <Avatar name={botname} bot={bot} size={128} level={floor === 'speaking' ? level : 0} mood={mood} />
        {children}
      </div>
      <h2 id="character" ref={heading} tabIndex={-1}>{botname}</h2>
      <p className={styles.floor} data-testid="floor">
        <FloorMark floor={floor} />
        <strong>{words.title}</strong>
        <span className="muted">{floor === 'thinking' && !slow ? t('floorMoment') : words.note}</span>
        {halt !== 'lost' && <TimeLeft limit={limit} />}
      </p>
    </section>
  );
}
