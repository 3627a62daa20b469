import { useLocalParticipant } from '@livekit/components-react';
import type { Room } from 'livekit-client';
import { Button } from '../../components/ui/button';
import { useShortcut } from '../../components/use-shortcut';
import { openMicrophone, publishMicrophone, type MicFault } from '../../lib/livekit/microphone';
import { HoldButton } from './hold-button';
import styles from './session.module.css';
import type { Turns } from './use-hold';
import { blockedWords } from './words';

interface Props {
  room: Room;
  agent: Turns;
  reconnecting: boolean;
  /** Whether a button is held to talk. */
  hold: boolean;
  onHold: (on: boolean) => void;
  onMic: (fault: MicFault | undefined) => void;
  ending: boolean;
  onEnd: () => void;
}

/** Controls are the buttons one needs in a hurry: talk, mute and end. */
export function Controls({ room, agent, reconnecting, hold, onHold, onMic, ending, onEnd }: Props) {
  const { isMicrophoneEnabled, microphoneTrack } = useLocalParticipant({ room });
  const hasMic = microphoneTrack !== undefined;

  const toggle = async () => {
    if (hasMic) {
      await room.localParticipant.setMicrophoneEnabled(!isMicrophoneEnabled);
      return;
    }
    const mic = await openMicrophone();
    if ('track' in mic) await publishMicrophone(room, mic.track);
    onMic('fault' in mic ? mic.fault : undefined);
  };
  useShortcut('m', () => void toggle());
  const toggleHold = () => {
    // Taking nothing back gives the floor to whoever speaks again.
    if (hold) agent.cancelTurn().catch(() => undefined);
    onHold(!hold);
  };
  return (
    <div className={styles.controls}>
      {hold && <HoldButton agent={agent} blocked={blockedWords(hasMic, isMicrophoneEnabled, reconnecting)} />}
      <Button
        onClick={() => void toggle()}
        icon={hasMic && isMicrophoneEnabled ? 'mic' : 'mic_off'}
        hotkey="M"
        {...(hasMic ? { pressed: !isMicrophoneEnabled } : {})}
      >
        {!hasMic ? 'Use mic' : isMicrophoneEnabled ? 'Mute' : 'Unmute'}
      </Button>
      <Button onClick={toggleHold} pressed={hold}>
        Hold to talk
      </Button>
      <Button look="end" onClick={onEnd} disabled={ending} icon="end">
        {ending ? 'Ending…' : 'End call'}
      </Button>
    </div>
  );
}
