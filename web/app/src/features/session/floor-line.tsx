import type { Room } from 'livekit-client';
import { Avatar } from '../../components/ui/avatar';
import type { PublicBot } from '../../lib/api/types.gen';
import { useIsSpeaking, useLevel, useVoice } from '../../lib/livekit/use-room';
import type { State } from '../../lib/rpc/types.gen';
import { FloorMark } from './floor-mark';
import styles from './session.module.css';
import { floorOf, floorWords } from './words';

interface Props {
  room: Room;
  agent: string;
  state: State;
  botname: string;
  bot: PublicBot;
  /** Whether the agent listens to all the microphone hears. */
  open: boolean;
  /** The captions' word that the user speaks, before LiveKit says so. */
  userSpeaks: boolean;
}

/** FloorLine says in one line whose turn it is. */
export function FloorLine({ room, agent, state, botname, bot, open, userSpeaks }: Props) {
  const heard = useIsSpeaking(room);
  const level = useLevel(useVoice(room, agent));
  const floor = floorOf(state, (open && heard) || userSpeaks);
  const words = floorWords(floor, botname);
  return (
    <p className={styles.floorLine} data-testid="floor">
      <Avatar name={botname} bot={bot} size={36} level={floor === 'speaking' ? level : 0} />
      <FloorMark floor={floor} />
      <span className={styles.floorWords}>
        <strong>{words.title}</strong>
        <span className="muted">{floor === 'thinking' ? 'One moment' : words.note}</span>
      </span>
    </p>
  );
}
