import { Avatar } from '../../components/ui/avatar';
import { Button } from '../../components/ui/button';
import type { PublicBot } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
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
    <section className={styles.connecting} aria-label={t('callingLabel')}>
      <div className={styles.ringing}>
        <Avatar name={botname} bot={bot} size={112} />
      </div>
      <h2 ref={heading} tabIndex={-1}>{t('calling', { name: botname })}</h2>
      <p role="status" className="muted">
        {session.late ? t('stepLate') : stepWords(session.step)}
      </p>
      <div className={styles.row}>
        {session.step === 'microphone' && <Button onClick={onSkipMic}>{t('goOnWithout')}</Button>}
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </section>
  );
}
