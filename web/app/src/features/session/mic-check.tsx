import type { Room } from 'livekit-client';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button';
import { t } from '../../lib/language';
import { capture, type MicFault } from '../../lib/livekit/capture';
import { playChime } from '../../lib/livekit/chime';
import { chooseDevice, storedDevice } from '../../lib/livekit/devices';
import { DeviceSelect } from './device-select';
import { Meter } from './meter';
import styles from './session.module.css';
import { micWords } from './words';

interface Opened {
  track: MediaStreamTrack;
  close: () => void;
}

/** A call under way, and its microphone. */
interface UnderWay {
  room: Room;
  track: () => MediaStreamTrack | undefined;
}

/** open gives the microphone of the call, or one of its own where there is no call. */
async function open(call: UnderWay | undefined): Promise<Opened | { fault: MicFault }> {
  if (call !== undefined) {
    const track = call.track();
    return track === undefined ? { fault: 'not_found' } : { track, close: () => undefined };
  }
  const opened = await capture();
  if ('fault' in opened) return opened;
  const { track } = opened;
  return { track, close: () => { track.stop(); } };
}

/** MicCheck shows how the user is heard and lets them choose devices, before a call and in it. What it hears leaves the page nowhere. */
export function MicCheck({ call }: { call?: UnderWay }) {
  const room = call?.room;
  const [mic, setMic] = useState<Opened | { fault: MicFault }>();
  const [out, setOut] = useState(() => storedDevice('audiooutput') ?? '');
  const [failed, setFailed] = useState(false);
  const live = useRef<Opened>(undefined);
  const gone = useRef(false);
  const stop = () => {
    live.current?.close();
    live.current = undefined;
    setMic(undefined);
  };
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      live.current?.close();
    };
  }, []);
  const start = async () => {
    stop();
    const opened = await open(call);
    if ('fault' in opened) {
      setMic(opened);
    } else if (gone.current) {
      opened.close(); // the page is elsewhere already
    } else {
      live.current = opened;
      setMic(opened);
    }
  };
  const tried = (work: Promise<unknown>) => {
    setFailed(false);
    work.catch(() => { setFailed(true); });
  };
  const choose = async (id: string) => {
    await chooseDevice('audioinput', id, room);
    await start();
  };
  if (mic === undefined) return <p><Button onClick={() => { tried(start()); }}>{t('micCheck')}</Button></p>;
  return (
    <div className={styles.check}>
      {'fault' in mic ? <p role="alert">{micWords(mic.fault)}</p> : (
        <>
          <Meter key={mic.track.id} track={mic.track} />
          <DeviceSelect kind="audioinput" label={t('deviceMic')} value={mic.track.getSettings().deviceId ?? ''} onChoose={(id) => { tried(choose(id)); }} />
        </>
      )}
      {'setSinkId' in HTMLMediaElement.prototype && (
        <DeviceSelect
          kind="audiooutput"
          label={t('deviceOut')}
          value={out}
          onChoose={(id) => {
            setOut(id);
            tried(chooseDevice('audiooutput', id, room));
          }}
        />
      )}
      {failed && <p role="alert">{t('deviceFailed')}</p>}
      <p className={styles.device}>
        <Button onClick={() => { tried(playChime()); }}>{t('testSound')}</Button>
        <Button onClick={stop}>{t('micCheckStop')}</Button>
      </p>
    </div>
  );
}
