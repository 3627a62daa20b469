import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../components/ui/button';
import { Notice } from '../components/ui/notice';
import { useLater } from '../components/use-later';
import type { SettingsState } from '../features/settings/use-settings';
import type { CallRequest, PublicBot } from '../lib/api/types.gen';
import { t } from '../lib/language';
import { MaxChat } from '../lib/rpc/types.gen';
import styles from './assistant.module.css';
import type { Voice } from './voice-call';

export type LoadTalk = () => Promise<typeof import('./voice-call')>;

interface View {
  request: CallRequest;
  botname: string;
  bot: PublicBot;
  settings: SettingsState;
  /** last is the newest message. */
  last: string | undefined;
}

export interface Talk {
  calling: boolean;
  /** start calls, and must run inside a click. */
  start: () => void;
  voice: Voice | undefined;
  /** since is the last message before the call. */
  since: string | undefined;
  /** What stands in the box, and why the last message is back in it. */
  text: string;
  fault: string;
  setText: (text: string) => void;
  /** say sends text into the call and reports whether there is one to take it. */
  say: (text: string) => boolean;
  /** view is the call's own part of the page. */
  view: (view: View) => ReactNode;
}

/** useTalk holds at most one call within the conversation. Its code is loaded when the page is idle. */
export function useTalk(loadTalk: LoadTalk): Talk {
  const talk = useLater(loadTalk);
  const [calling, setCalling] = useState(false);
  const [voice, setVoice] = useState<Voice>();
  const [since, setSince] = useState<string>();
  const [begun, setBegun] = useState(false);
  const [over, setOver] = useState('');
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const load = useEffectEvent(talk.ask);
  useEffect(() => { load(); }, []);

  const end = (reason: string) => {
    setCalling(false);
    setVoice(undefined);
    setOver(reason);
  };
  return {
    calling, voice, since, text, fault,
    start: () => {
      talk.ask();
      setBegun(false);
      setOver('');
      // Drawn inside the click, in which the call then starts: browsers let a page play sound in a gesture alone.
      flushSync(() => { setCalling(true); });
    },
    setText: (next) => {
      setText(next);
      setFault('');
    },
    say: (line) => {
      if (voice?.say === undefined || new TextEncoder().encode(line).length > MaxChat) return false;
      voice.say(line).catch(() => {
        setText((now) => (now === '' ? line : now));
        setFault(t('composeFailed'));
      });
      return true;
    },
    view: ({ last, ...call }) => {
      if (!calling) return over === '' ? null : <Notice onDismiss={() => { setOver(''); }}>{over}</Notice>;
      if (talk.part === undefined) {
        return (
          <div className={styles.bar} role="status">
            <p>{talk.failed ? t('callFailed') : t('calling', { name: call.botname })}</p>
            <div className={styles.barButtons}>
              {talk.failed && <Button onClick={talk.ask}>{t('tryAgain')}</Button>}
              <Button onClick={() => { end(''); }}>{t('cancel')}</Button>
            </div>
          </div>
        );
      }
      return (
        <talk.part.VoiceCall
          {...call}
          onVoice={(next) => {
            if (!begun) setSince(last);
            setBegun(true);
            setVoice(next);
          }}
          onOver={end}
        />
      );
    },
  };
}
