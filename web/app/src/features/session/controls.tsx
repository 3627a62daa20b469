import type { Room } from 'livekit-client';
import { Button } from '../../components/ui/button';
import { Icon } from '../../components/ui/icon';
import { useShortcut } from '../../components/use-shortcut';
import { openMicrophone, publishMicrophone, type MicFault } from '../../lib/livekit/microphone';
import { useMicrophone } from '../../lib/livekit/use-room';
import { HoldButton } from './hold-button';
import styles from './session.module.css';
import type { Turns } from './use-hold';
import { blockedWords, micActions } from './words';

interface Props {
  room: Room;
  agent: Turns;
  reconnecting: boolean;
  /** Whether nobody listens, so that there is nothing to talk with. */
  typed?: boolean;
  /** Whether a button is held to talk. */
  hold: boolean;
  onHold: (on: boolean) => void;
  onMic: (fault: MicFault | undefined) => void;
  ending: boolean;
  /** What ending it is called. */
  bye?: string;
  onEnd: () => void;
}

/** Controls are the buttons one needs in a hurry: talk, mute and end. */
export function Controls({ room, agent, reconnecting, typed = false, hold, onHold, onMic, ending, bye = 'End call', onEnd }: Props) {
  const mic = useMicrophone(room);

  const toggle = async () => {
    if (mic !== 'none') {
      await room.localParticipant.setMicrophoneEnabled(mic === 'muted');
      return;
    }
    const opened = await openMicrophone();
    if ('track' in opened) await publishMicrophone(room, opened.track);
    onMic('fault' in opened ? opened.fault : undefined);
  };
  useShortcut('m', () => { if (!typed) void toggle(); });
  const toggleHold = () => {
    // Taking nothing back gives the floor to whoever speaks again.
    if (hold) agent.cancelTurn().catch(() => undefined);
    onHold(!hold);
  };
  return (
    <div className={styles.controls}>
      {hold && !typed && <HoldButton agent={agent} blocked={blockedWords(mic, reconnecting)} />}
      {!typed && (
        <>
          <Button
            onClick={() => void toggle()}
            icon={<Icon name={mic === 'on' ? 'mic' : 'mic_off'} />}
            hotkey="M"
            {...(mic === 'none' ? {} : { pressed: mic === 'muted' })}
          >
            {micActions[mic]}
          </Button>
          <Button onClick={toggleHold} pressed={hold}>
            Hold to talk
          </Button>
        </>
      )}
      <Button look="end" onClick={onEnd} disabled={ending} icon={<Icon name="end" />}>
        {ending ? 'Ending…' : bye}
      </Button>
    </div>
  );
}
