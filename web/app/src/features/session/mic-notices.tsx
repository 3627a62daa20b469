import type { Room } from 'livekit-client';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { t } from '../../lib/language';
import { chooseDevice } from '../../lib/livekit/devices';
import { DeviceSelect } from './device-select';
import styles from './session.module.css';
import { useEar } from './use-ear';

/** MicNotices say what the page knows of the user's own microphone: that it is muted while they speak, gives nothing, or was unplugged. */
export function MicNotices({ room, deaf }: { room: Room; deaf: boolean }) {
  const [{ found, device, id, lost }, seen] = useEar(room, deaf);
  return (
    <>
      {found === 'muted' && (
        <section className={styles.away} role="status">
          <p>
            <strong>{t('youAreMuted')}</strong> {t('youAreMutedNote')}
          </p>
          <Button look="main" hotkey="M" onClick={() => void room.localParticipant.setMicrophoneEnabled(true)}>{t('micUnmute')}</Button>
        </section>
      )}
      {found === 'nothing' && (
        <section className={styles.away} role="status">
          <p>
            <strong>{t('hearNothing', { device: device || t('deviceUnnamed') })}</strong> {t('hearNothingNote')}
          </p>
          <DeviceSelect
            kind="audioinput"
            label={t('deviceMic')}
            value={id}
            onChoose={(chosen) => void chooseDevice('audioinput', chosen, room).catch(() => undefined)} // it is still not heard, and said
          />
        </section>
      )}
      {lost !== undefined && (
        <Notice onDismiss={seen}>
          {device === '' ? t('unpluggedAlone', { device: lost || t('deviceUnnamed') }) : t('unplugged', { device: lost || t('deviceUnnamed'), now: device })}
        </Notice>
      )}
    </>
  );
}
