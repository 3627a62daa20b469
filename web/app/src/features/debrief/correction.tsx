import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { correctCall, type TranscriptLine } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import styles from './debrief.module.css';

interface Props {
  call: string;
  line: TranscriptLine;
  lang: string | undefined;
  onCorrected: () => void;
}

/** Correction lets the user say what they said where the recogniser heard something else. What was judged stays judged. */
export function Correction({ call, line, lang, onCorrected }: Props) {
  const [text, setText] = useState<string>();
  const [failed, setFailed] = useState(false);
  if (text === undefined) {
    return (
      <p>
        <button type="button" className={styles.link} onClick={() => { setText(line.text); }}>
          {t('saidElse')}
        </button>
      </p>
    );
  }
  const keep = () => {
    correctCall(call, { turn: line.turn, text }).then(
      () => {
        setText(undefined);
        onCorrected();
      },
      () => { setFailed(true); },
    );
  };
  return (
    <form className={styles.row} onSubmit={(e) => { e.preventDefault(); keep(); }}>
      <input type="text" autoFocus lang={lang} aria-label={t('saidElseLabel')} value={text} maxLength={2000} onChange={(e) => { setText(e.target.value); }} />
      <Button type="submit" disabled={text.trim() === ''}>{t('saidElseKeep')}</Button>
      <Button onClick={() => { setText(undefined); }}>{t('saidElseLeave')}</Button>
      <p role="status" className="muted">{failed ? t('rateFailed') : t('saidElseNote')}</p>
    </form>
  );
}
