import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../components/ui/button';
import { CallIcon } from '../../components/ui/call-icon';
import { useCountdown } from '../../components/use-countdown';
import { t, tell } from '../../lib/language';
import type { Session } from './model';
import styles from './session.module.css';
import { againWords, endWords } from './words';

interface Props {
  session: Extract<Session, { phase: 'over' }>;
  botname: string;
  onAgain: () => void;
  onOther: () => void;
  /** How far the user came. */
  children: ReactNode;
}

/** EndCard says how the call ended and why, and takes the focus once. */
export function EndCard({ session, botname, onAgain, onOther, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const why = tell(session.code, session.reason, { name: botname });
  const words = endWords(session.outcome, session.again);
  return (
    <section className={styles.end} data-outcome={session.outcome} aria-label={t('endLabel')}>
      <span className={styles.endMark} aria-hidden="true">
        {words.mark}
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p lang={session.foreign === true ? why.lang : undefined}>{why.text}</p>
      {session.again !== undefined && <Again seconds={session.again} />}
      {children}
      <div className={styles.row}>
        <Button look="main" icon={<CallIcon />} onClick={onAgain}>
          {t('callAgain')}
        </Button>
        <Button onClick={onOther}>{t('chooseOther')}</Button>
      </div>
    </section>
  );
}

/** Again counts down to when another try may succeed; nothing starts by itself. */
function Again({ seconds }: { seconds: number }) {
  const left = useCountdown(seconds);
  return (
    <p role="timer" className="muted">
      {againWords(left)}
    </p>
  );
}
