import { Button } from '../../components/ui/button';
import { t } from '../../lib/language';
import { CallBar } from './call-bar';
import type { Session } from './model';
import styles from './session.module.css';
import { stepWords } from './words';

interface Props {
  session: Exclude<Session, { phase: 'talking' }>;
  onSkipMic: () => void;
  onCancel: () => void;
}

/** Waiting is a call in one line before the character is there, and a moment after its end. */
export function Waiting({ session, onSkipMic, onCancel }: Props) {
  if (session.phase === 'over') return <CallBar><p role="status">{t('callOver')}</p></CallBar>;
  return (
    <CallBar>
      <p role="status">{session.late ? t('stepLate') : stepWords(session.step)}</p>
      <div className={styles.row}>
        {session.step === 'microphone' && <Button onClick={onSkipMic}>{t('goOnWithout')}</Button>}
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </CallBar>
  );
}
