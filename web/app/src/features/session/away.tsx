import { useState } from 'react';
import { Button } from '../../components/ui/button';
import { t } from '../../lib/language';
import { AgentError, type Agent } from '../../lib/livekit/agent';
import styles from './session.module.css';

interface Props {
  agent: Pick<Agent, 'stillHere'>;
  /** onHere runs once the agent knows that the user is there. */
  onHere: () => void;
  onEnd: () => void;
}

/** Away asks a user who has been silent for long; it takes no focus, and stays until the agent has the answer. */
export function Away({ agent, onHere, onEnd }: Props) {
  const [fault, setFault] = useState('');
  const here = () => {
    agent.stillHere().then(onHere, (error: unknown) => { setFault(error instanceof AgentError ? error.message : t('notAsked')); });
  };
  return (
    <section className={styles.away} role="status" aria-label={t('awayLabel')}>
      <p>
        <strong>{t('awayTitle')}</strong> {fault === '' ? t('awayNote') : fault}
      </p>
      <div className={styles.row}>
        <Button look="main" onClick={here}>{t('awayHere')}</Button>
        <Button look="end" onClick={onEnd}>{t('awayEnd')}</Button>
      </div>
    </section>
  );
}
