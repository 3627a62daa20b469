import { useBriefly } from '../../components/use-briefly';
import type { Reaction } from './model';
import styles from './reaction.module.css';

/**
 * ReactionBadge shows the character's emoji beside its face for a moment. The
 * captions say it in words, so the badge is decoration.
 */
export function ReactionBadge({ reaction }: { reaction: Reaction }) {
  const shown = useBriefly(reaction, 5000);
  if (shown === undefined) return null;
  return (
    <div className={styles.badge} aria-hidden="true" data-testid="reaction">
      <span className={styles.emoji}>{shown.emoji}</span>
      <span className={styles.label}>{shown.label}</span>
    </div>
  );
}
