import { useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button';
import { t } from '../../lib/language';
import { MaxChat } from '../../lib/rpc/types.gen';
import styles from './transcript.module.css';

/** maxText is what the agent takes as one turn, whatever the letters. */
const maxText = Math.floor(MaxChat / 4);

interface Props {
  botname: string;
  disabled: boolean;
  /** draft is what stands in it when it is first drawn. */
  draft?: string;
  /** focus gives it the focus when it is first drawn. */
  focus?: boolean;
  /** say sends one typed turn and rejects if it cannot. */
  say: (text: string) => Promise<void>;
}

/** TextBox is the way to talk without a microphone; it is always there. */
export function TextBox({ botname, disabled, draft = '', focus = false, say }: Props) {
  const [text, setText] = useState(draft);
  const [failed, setFailed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => { if (focus) input.current?.focus(); }, [focus]);
  const send = async () => {
    const turn = text.trim();
    if (turn === '' || disabled) return;
    setText('');
    setFailed(false);
    try {
      await say(turn);
    } catch {
      setText((now) => (now === '' ? turn : now));
      setFailed(true);
    }
  };
  return (
    <form className={styles.box} onSubmit={(e) => { e.preventDefault(); void send(); }}>
      <label className="hidden" htmlFor="say">
        {t('typeTo', { name: botname })}
      </label>
      <input
        ref={input}
        id="say"
        type="text"
        autoComplete="off"
        maxLength={maxText}
        placeholder={`${t('typeTo', { name: botname })}…`}
        value={text}
        onChange={(e) => { setText(e.target.value); }}
      />
      <Button type="submit" disabled={disabled || text.trim() === ''}>
        {t('send')}
      </Button>
      {text.length >= maxText && <p role="status" className={styles.failed}>{t('textFull')}</p>}
      {failed && <p role="alert" className={styles.failed}>{t('sayNotSent')}</p>}
    </form>
  );
}
