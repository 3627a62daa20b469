import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { correctHeard } from '../../lib/api/debrief';
import { t } from '../../lib/language';
import styles from './view.module.css';

interface Props {
  /** call is the id of the call under way. */
  call: string;
  /** heard is the user's newest line, as it was heard, in language. */
  heard: string;
  language: string;
}

/** FixLine lets the user say what they said where something else was heard. The debrief has it; what is judged stays judged. */
export function FixLine({ call, heard, language }: Props) {
  const [text, setText] = useState<string>();
  const [told, setTold] = useState('');
  if (text === undefined) {
    return (
      <div className={styles.fix}>
        {told !== t('fixKept') && <button type="button" className={styles.fixLink} onClick={() => { setText(heard); }}>{t('fixLine')}</button>}
        <p role="status" className="muted">{told}</p>
      </div>
    );
  }
  const keep = () => {
    const done = (words: string) => {
      setTold(words);
      setText(undefined);
    };
    correctHeard(call, heard, text).then(() => { done(t('fixKept')); }, () => { done(t('fixFailed')); });
  };
  return (
    <form className={styles.fix} onSubmit={(e) => { e.preventDefault(); keep(); }}>
      <input type="text" autoFocus lang={language} aria-label={t('fixLabel')} value={text} maxLength={2000} onChange={(e) => { setText(e.target.value); }} />
      <Button type="submit" disabled={text.trim() === ''}>{t('fixKeep')}</Button>
      <Button onClick={() => { setText(undefined); }}>{t('fixLeave')}</Button>
      <p className="muted">{t('fixNote')}</p>
    </form>
  );
}
