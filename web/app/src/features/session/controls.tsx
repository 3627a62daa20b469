import type { Room } from 'livekit-client';
import { Button } from '../../components/ui/button';
import { Icon } from '../../components/ui/icon';
import { useShortcut } from '../../components/use-shortcut';
import { t } from '../../lib/language';
import type { MicFault } from '../../lib/livekit/capture';
import { openMicrophone, publishMicrophone } from '../../lib/livekit/microphone';
import { useMicrophone } from '../../lib/livekit/use-room';
import { HoldButton } from './hold-button';
import styles from './session.module.css';
import type { Turns } from './use-hold';
import type { Pause } from './use-pause';
import { blockedWords, micAction, type Halt } from './words';

interface Props {
  room: Room;
  agent: Turns;
  halt: Halt | undefined;
  pause: Pause;
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

/** Controls are the buttons one needs in a hurry: talk, mute, pause and end. */
export function Controls({ room, agent, halt, pause, typed = false, hold, onHold, onMic, ending, bye = t('callEnd'), onEnd }: Props) {
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
  useShortcut('m', () => { if (!typed && !pause.on) void toggle(); });
  const toggleHold = () => {
    // Taking nothing back gives the floor to whoever speaks again.
    if (hold) agent.cancelTurn().catch(() => undefined);
    onHold(!hold);
  };
  return (
    <div className={styles.controls}>
      {hold && !typed && mic !== 'none' && <HoldButton agent={agent} blocked={blockedWords(mic, halt)} />}
      {!typed && (
        <Button
          onClick={() => void toggle()}
          icon={<Icon name={mic === 'on' ? 'mic' : 'mic_off'} />}
          hotkey="M"
          disabled={pause.on}
          {...(mic === 'none' ? {} : { pressed: mic === 'muted' })}
        >
          {micAction(mic)}
        </Button>
      )}
      {!typed && mic !== 'none' && <Button onClick={toggleHold} pressed={hold}>{t('holdToTalk')}</Button>}
      <Button onClick={pause.toggle} hotkey="P" pressed={pause.on} disabled={halt === 'lost'}>{t('pause')}</Button>
      <Button look="end" onClick={onEnd} disabled={ending} icon={<Icon name="end" />}>
        {ending ? t('callEnding') : bye}
      </Button>
    </div>
  );
}
