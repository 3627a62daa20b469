import { useEffect, useState } from 'react';
import { Button } from '../../components/ui/button';
import { Notice } from '../../components/ui/notice';
import { t } from '../../lib/language';
import { AgentError, type Agent } from '../../lib/livekit/agent';
import type { Limit } from '../../lib/rpc/events';
import { clock, secondsLeft, warningAt } from './limit';
import styles from './session.module.css';

/** useSecondsLeft is what limit leaves; undefined without one. */
function useSecondsLeft(limit: Limit | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (limit === undefined || 'leftMS' in limit) return;
    const timer = setInterval(() => { setNow(Date.now()); }, 250);
    return () => { clearInterval(timer); };
  }, [limit]);
  return limit && secondsLeft(limit, now);
}

/** TimeLeft is what the time limit leaves, quietly. */
export function TimeLeft({ limit }: { limit: Limit | undefined }) {
  const seconds = useSecondsLeft(limit);
  if (seconds === undefined) return null;
  return <span role="timer" className="muted">{t('timeLeft', { time: clock(seconds) })}</span>;
}

interface Props {
  limit: Limit | undefined;
  agent: Pick<Agent, 'moreTime'>;
}

/** TimeWarning says that the time limit comes near, once at each of warnings, and asks for more time, which is given once a call. */
export function TimeWarning({ limit, agent }: Props) {
  const seconds = useSecondsLeft(limit);
  const [spent, setSpent] = useState(false);
  const [given, setGiven] = useState(0);
  const [fault, setFault] = useState('');
  if (seconds === undefined) return null;
  const warning = warningAt(seconds);
  const more = () => {
    agent.moreTime().then(
      (n) => {
        setSpent(true);
        setGiven(n);
      },
      (error: unknown) => {
        const known = error instanceof AgentError;
        setSpent(known && error.noTime);
        setFault(known ? error.message : t('notAsked'));
      },
    );
  };
  if (warning === undefined) {
    return given > 0 ? <Notice onDismiss={() => { setGiven(0); }}>{t('timeGiven', { n: given })}</Notice> : null;
  }
  return (
    <section className={styles.away} role="status">
      <p>
        <strong>{t('timeSeconds', { n: warning })}</strong> {fault}
      </p>
      {!spent && <Button onClick={more}>{t('timeMore')}</Button>}
    </section>
  );
}
