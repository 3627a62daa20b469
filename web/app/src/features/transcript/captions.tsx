import { useEffect, useRef, type RefObject } from 'react';
import type { Transcript } from './model';
import styles from './transcript.module.css';

interface Props {
  lines: Transcript;
  botname: string;
}

/**
 * Captions shows what both sides say. It is not announced as it changes: a
 * screen reader would talk over the character.
 */
export function Captions({ lines, botname }: Props) {
  const [box, onScroll] = useFollow<HTMLDivElement>(lines);
  return (
    <div ref={box} onScroll={onScroll} className={styles.log} role="log" aria-live="off" aria-label="Captions" tabIndex={0}>
      {lines.length === 0 && <p className={styles.empty}>What you both say appears here.</p>}
      {lines.map((line) =>
        line.kind === 'act' ? (
          <p key={line.id} className={styles.act}>
            ({botname} {line.text})
          </p>
        ) : (
          <p key={line.id} className={styles.line} data-role={line.role} data-final={line.final}>
            <span className={styles.who}>{line.role === 'user' ? 'You' : botname}</span>
            <span className={styles.text}>{line.text}</span>
          </p>
        ),
      )}
    </div>
  );
}

/**
 * useFollow keeps a scrolled box at its end as it grows, unless the user has
 * scrolled up to read back.
 */
function useFollow<T extends HTMLElement>(content: unknown): [RefObject<T | null>, () => void] {
  const box = useRef<T>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    if (box.current !== null && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [content]);
  const onScroll = () => {
    const el = box.current;
    if (el !== null) atEnd.current = el.scrollHeight - el.scrollTop - el.clientHeight < 48;
  };
  return [box, onScroll];
}
