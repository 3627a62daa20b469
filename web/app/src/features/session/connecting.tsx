import { Avatar } from '../../components/ui/avatar';
import { Button } from '../../components/ui/button';
import type { PublicBot } from '../../lib/api/types.gen';
import { useArrival } from '../../lib/navigation';
import type { Session } from './model';
import styles from './session.module.css';
import { stepWords } from './words';

interface Props {
  session: Extract<Session, { phase: 'connecting' }>;
  botname: string;
  bot: PublicBot;
  onCancel: () => void;
  onSkipMic: () => void;
}

/** Connecting is shown from the click until the character is there. */
export function Connecting({ session, botname, bot, onCancel, onSkipMic }: Props) {
  const heading = useArrival('connecting');
  return (
    <section className={styles.connecting} aria-label="Calling">
      <div className={styles.ringing}>
        <Avatar name={botname} bot={bot} size={112} />
      </div>
      <h2 ref={heading} tabIndex={-1}>Calling {botname}…</h2>
      <p role="status" className="muted">
        {session.late ? 'This is taking longer than usual…' : stepWords[session.step]}
      </p>
      <div className={styles.row}>
        {session.step === 'microphone' && <Button onClick={onSkipMic}>Go on without</Button>}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </section>
  );
}
