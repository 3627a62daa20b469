import { useFollow } from '../../components/use-follow';
import { t } from '../../lib/language';
import { newestOf, type Transcript } from './model';
import styles from './transcript.module.css';
import type { View } from './view';

interface Props {
  lines: Transcript;
  botname: string;
  /** language is what both speak. */
  language: string;
  size?: View['size'];
  /** onMisheard takes the user's newest line, which they say was another. */
  onMisheard?: (heard: string) => void;
}

/**
 * Captions shows what both sides say. It is not announced as it changes: a
 * screen reader would talk over the character.
 */
export function Captions({ lines, botname, language, size = 'usual', onMisheard }: Props) {
  const newest = onMisheard && newestOf(lines);
  const { box, onScroll } = useFollow<HTMLDivElement>(lines);
  return (
    <div ref={box} onScroll={onScroll} className={styles.log} data-size={size} role="log" aria-live="off" aria-label={t('captions')} tabIndex={0}>
      {lines.length === 0 && <p className={styles.empty}>{t('captionsEmpty')}</p>}
      {lines.map((line) =>
        line.kind === 'speech' ? (
          <p key={line.id} className={styles.line} data-role={line.role} data-final={line.final} data-before={line.before}>
            <span className={styles.who}>
              {line.role === 'user' ? t('speakerYou') : botname}
              {line.before === true && ` · ${t('captionsBefore')}`}
            </span>
            <span className={styles.text} lang={language}>{line.text}</span>
            {line.id === newest?.id && (
              <button type="button" className={styles.misheard} onClick={() => onMisheard?.(line.text)}>{t('misheard')}</button>
            )}
          </p>
        ) : line.kind === 'act' ? (
          <p key={line.id} className={styles.act} lang={language}>
            ({botname} {line.text})
          </p>
        ) : (
          <p key={line.id} className={styles.act}>({t('captionsAnew')})</p>
        ),
      )}
    </div>
  );
}
