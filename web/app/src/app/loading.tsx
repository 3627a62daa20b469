import { Button } from '../components/ui/button';
import styles from './app.module.css';

interface Props {
  /** what is loaded. */
  what: string;
  /** calling is who is called, if somebody is. */
  calling?: string | undefined;
  failed: boolean;
  onAgain: () => void;
  onCancel: () => void;
}

/** Loading is shown to a user who is sooner than the chunk that is asked for. */
export function Loading({ what, calling, failed, onAgain, onCancel }: Props) {
  return (
    <div className={styles.loading}>
      {failed ? (
        <p role="alert">{what} could not be loaded. Check your connection and try again. If that does not help, reload the page.</p>
      ) : (
        <p role="status">{calling === undefined ? 'Opening…' : `Calling ${calling}…`}</p>
      )}
      <div className={styles.choices}>
        {failed && <Button look="main" onClick={onAgain}>Try again</Button>}
        {failed && <Button onClick={() => { location.reload(); }}>Reload the page</Button>}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}
