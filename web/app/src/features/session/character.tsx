import { useIsSpeaking, useTrackVolume, useTracks } from '@livekit/components-react';
import type { RemoteAudioTrack, Room } from 'livekit-client';
import { useEffect, useState, type ReactNode } from 'react';
import { Avatar } from '../../components/ui/avatar';
import { microphoneOnly } from '../../lib/livekit/sources';
import type { State } from '../../lib/rpc/types.gen';
import { FloorMark } from './floor-mark';
import styles from './session.module.css';
import { floorOf, floorWords } from './words';

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
  const heard = useIsSpeaking(room.localParticipant);
  const track = useTracks(microphoneOnly, { room }).find((t) => t.participant.identity === agent)?.publication.track;
  const volume = useTrackVolume(track as RemoteAudioTrack | undefined);
  const floor = floorOf(state, (open && heard) || userSpeaks);
  const slow = useSlow(floor === 'thinking', 4000);
  const words = floorWords(floor, botname);
  return (
    <section className={styles.character} data-floor={floor} aria-label={botname}>
      <div className={styles.face}>
        <Avatar name={botname} size={128} level={floor === 'speaking' ? volume : 0} />
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
