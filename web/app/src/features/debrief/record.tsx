import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button';
import type { Debrief, TranscriptLine } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import { Correction } from './correction';
import styles from './debrief.module.css';
import { clock, lostBy } from './model';

interface Props {
  debrief: Debrief;
  turn: number | undefined;
  onTurn: (turn: number) => void;
  onFork: (turn: number) => void;
  /** onCorrected runs when the user has said what they said. */
  onCorrected: () => void;
}

/** Record is what was said, with a search; what the recogniser was unsure of is underlined. */
export function Record({ debrief, turn, onTurn, onFork, onCorrected }: Props) {
  const [words, setWords] = useState('');
  const wanted = useDeferredValue(words.trim().toLocaleLowerCase());
  const lines = debrief.transcript.filter((line) => wanted === '' || line.text.toLocaleLowerCase().includes(wanted));
  return (
    <section className={styles.section} aria-label={t('recordTitle')}>
      <h3>{t('recordTitle')}</h3>
      <label className={styles.search}>
        <span className="label">{t('search')}</span>
        <input type="text" value={words} onChange={(e) => { setWords(e.target.value); }} />
      </label>
      {wanted !== '' && (
        <p className="muted" role="status">
          {t('found', { n: lines.length })}
        </p>
      )}
      <ol className={styles.record}>
        {lines.map((line) => (
          <Row key={line.turn} line={line} debrief={debrief} open={line.turn === turn} onTurn={onTurn} onFork={onFork} onCorrected={onCorrected} />
        ))}
      </ol>
      <Tools debrief={debrief} />
    </section>
  );
}

interface RowProps extends Omit<Props, 'turn'> {
  line: TranscriptLine;
  open: boolean;
}

function Row({ line, debrief, open, onTurn, onFork, onCorrected }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    const list = row.current?.parentElement; // it alone is scrolled, not the page
    if (open && row.current && list) list.scrollTop = row.current.offsetTop - list.clientHeight / 2;
  }, [open]);
  const mine = line.who === 'user';
  const lost = line.turn === lostBy(debrief);
  return (
    <li ref={row} data-who={line.who} data-open={open} data-inherited={line.inherited} data-lost={lost}>
      <button type="button" className={styles.link} aria-label={t('lookAt', { at: clock(line.t) })} onClick={() => { onTurn(line.turn); }}>
        {clock(line.t)}
      </button>
      <div>
        <span className="label">
          {mine ? t('you') : debrief.scene.character}
          {line.typed === true && ` · ${t('typed')}`}
          {line.inherited === true && ` · ${t('inherited')}`}
        </span>
        <span lang={debrief.scene.language} className={line.low === true ? styles.low : undefined}>
          {line.text}
        </span>
        {line.interrupted === true && <span className="muted"> {t('cut')}</span>}
        {line.low === true && <span className="muted"> {t('unsure')}</span>}
        {mine && open && line.typed !== true && line.inherited !== true && debrief.not_kept !== true && (
          <Correction call={debrief.call} line={line} lang={debrief.scene.language} onCorrected={onCorrected} />
        )}
        {lost && <p className={styles.lost}>{t('lostLine')}</p>}
        {line.heard !== undefined && <p className="muted">{t('heard', { words: line.heard })}</p>}
        {line.reactions?.map((reaction) => (
          <p key={reaction} className="muted" lang={debrief.scene.language}>
            ({reaction})
          </p>
        ))}
      </div>
      {mine && open && <Button onClick={() => { onFork(line.turn); }}>{t('again')}</Button>}
    </li>
  );
}

/** Tools take the record away as text, captions or all that is kept. */
function Tools({ debrief }: { debrief: Debrief }) {
  const [copied, setCopied] = useState(false);
  const text = () =>
    debrief.transcript.map((line) => `${clock(line.t)} ${line.who === 'user' ? t('you') : (debrief.scene.character ?? '')}: ${line.text}`).join('\n');
  const copy = () => {
    void navigator.clipboard.writeText(text()).then(() => { setCopied(true); }, () => undefined);
  };
  const path = `/api/calls/${debrief.call}`;
  return (
    <p className={styles.row}>
      {'clipboard' in navigator && <Button onClick={copy}>{copied ? t('copied') : t('copy')}</Button>}
      <a href={`${path}/transcript.vtt`} download={`${debrief.call}.vtt`}>
        {t('captionsFile')}
      </a>
      <a href={`${path}/export.json`} download={`${debrief.call}.json`}>
        {t('exportFile')}
      </a>
    </p>
  );
}
