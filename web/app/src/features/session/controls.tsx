import { useLocalParticipant } from '@livekit/components-react';
import type { Room } from 'livekit-client';
import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { useShortcut } from '../../components/use-shortcut';
import type { Agent } from '../../lib/livekit/agent';
import { openMicrophone, publishMicrophone, type MicFault } from '../../lib/livekit/microphone';
import styles from './session.module.css';

/** How long the agent may take to end the call before the page just leaves. */
const goodbyeMS = 3000;

interface Props {
  room: Room;
  agent: Agent;
  onMic: (fault: MicFault | undefined) => void;
  onLeft: () => void;
}

/** Controls are the two buttons one needs in a hurry: mute and end. */
export function Controls({ room, agent, onMic, onLeft }: Props) {
  const { isMicrophoneEnabled, microphoneTrack } = useLocalParticipant({ room });
  const [ending, setEnding] = useState(false);
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
  const end = () => {
    setEnding(true);
    // The agent's call_ended takes the page on; without it the page goes alone.
    const silent = setTimeout(onLeft, goodbyeMS);
    agent.end().catch(() => {
      clearTimeout(silent);
      onLeft();
    });
  };
  return (
    <div className={styles.controls}>
      <Button
        onClick={() => void toggle()}
        icon={hasMic && isMicrophoneEnabled ? 'mic' : 'mic_off'}
        hotkey="M"
        {...(hasMic ? { pressed: !isMicrophoneEnabled } : {})}
      >
        {!hasMic ? 'Use mic' : isMicrophoneEnabled ? 'Mute' : 'Unmute'}
      </Button>
      <Button look="end" onClick={end} disabled={ending} icon="end">
        {ending ? 'Ending…' : 'End call'}
      </Button>
    </div>
  );
}
