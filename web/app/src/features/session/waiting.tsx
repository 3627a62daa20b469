import { Button } from '../../components/ui/button';
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
  if (session.phase === 'over') return <CallBar><p role="status">The call has ended.</p></CallBar>;
  return (
    <CallBar>
      <p role="status">{session.late ? 'This is taking longer than usual…' : stepWords[session.step]}</p>
      <div className={styles.row}>
        {session.step === 'microphone' && <Button onClick={onSkipMic}>Go on without</Button>}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </CallBar>
  );
}
