import { useFollow } from '../../components/use-follow';
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
  const { box, onScroll } = useFollow<HTMLDivElement>(lines);
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
