import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { Glyph } from '../../components/ui/glyph';
import { t } from '../../lib/language';
import styles from './composer.module.css';

/** maxMessage is how many characters the server takes. */
const maxMessage = 10_000;

interface Props {
  botname: string;
  text: string;
  /** fault says why the last message is back in the box; empty if it is not. */
  fault: string;
  onText: (text: string) => void;
  onSay: (text: string) => void;
}

/** Composer is where one types: Enter sends, Shift and Enter begin a line. */
export function Composer({ botname, text, fault, onText, onSay }: Props) {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const el = box.current;
    if (el === null) return;
    el.style.height = 'auto';
    el.style.height = `${el.scrollHeight + 2}px`; // the borders
  }, [text]);
  const message = text.trim();
  const send = () => {
    if (message === '') return;
    onSay(message);
    box.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form className={styles.composer} onSubmit={(e) => { e.preventDefault(); send(); }}>
      <textarea
        ref={box}
        rows={1}
        maxLength={maxMessage}
        aria-label={t('composeTo', { name: botname })}
        placeholder={`${t('composeTo', { name: botname })}…`}
        value={text}
        onChange={(e) => { onText(e.target.value); }}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className={styles.send} aria-label={t('composeSend')} title={t('composeSend')} disabled={message === ''}>
        <Glyph name="send" />
      </button>
      {text.length >= maxMessage && <p role="status" className={styles.fault}>{t('composeFull')}</p>}
      {fault !== '' && <p role="alert" className={styles.fault}>{fault}</p>}
    </form>
  );
}
