import { Button } from '../../components/ui/button';
import styles from './session.module.css';

interface Props {
  onHere: () => void;
  onEnd: () => void;
}

/** Away asks a user who has been silent for long; it takes no focus. */
export function Away({ onHere, onEnd }: Props) {
  return (
    <section className={styles.away} role="status" aria-label="Are you there?">
      <p>
        <strong>Still there?</strong> Nothing was heard of you for a while.
      </p>
      <div className={styles.row}>
        <Button look="main" onClick={onHere}>
          I'm here
        </Button>
        <Button look="end" onClick={onEnd}>
          End the call
        </Button>
      </div>
    </section>
  );
}
