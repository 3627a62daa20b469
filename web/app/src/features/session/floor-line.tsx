import type { Room } from 'livekit-client';
import { Avatar } from '../../components/ui/avatar';
import type { PublicBot } from '../../lib/api/types.gen';
import { useIsSpeaking, useLevel, useMicrophone, useVoice } from '../../lib/livekit/use-room';
import { t } from '../../lib/language';
import type { State } from '../../lib/rpc/types.gen';
import { FloorMark } from './floor-mark';
import styles from './session.module.css';
import { floorOf, floorWords, type Halt } from './words';

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
  /** Why nobody has the floor, if so. */
  halt: Halt | undefined;
}

/** FloorLine says in one line whose turn it is. */
export function FloorLine({ room, agent, state, botname, bot, open, userSpeaks, halt }: Props) {
  const heard = useIsSpeaking(room);
  const hears = useMicrophone(room) !== 'none';
  const level = useLevel(useVoice(room, agent));
  const floor = floorOf(state, (open && heard) || userSpeaks, halt);
  const words = floorWords(floor, botname, hears);
  return (
    <p className={styles.floorLine} data-testid="floor">
      <Avatar name={botname} bot={bot} size={36} level={floor === 'speaking' ? level : 0} />
      <FloorMark floor={floor} />
      <span className={styles.floorWords}>
        <strong>{words.title}</strong>
        <span className="muted">{floor === 'thinking' ? t('floorMoment') : words.note}</span>
      </span>
    </p>
  );
}
