import { Link } from '../../components/link';
import { Avatar } from '../../components/ui/avatar';
import { pathTo } from '../../lib/address';
import type { Public } from '../../lib/api/types.gen';
import styles from './scenario.module.css';

/** AssistantCard leads to an assistant. */
export function AssistantCard({ scenario }: { scenario: Public }) {
  return (
    <Link className={styles.card} href={pathTo('assistant', scenario.id)}>
      <Avatar name={scenario.botname} bot={scenario.bot} size={40} />
      <span className={styles.cardText} lang={scenario.language}>
        <span className={styles.cardTitle}>{scenario.botname}</span>
        <span className={styles.cardWith}>{scenario.title}</span>
        <span className={styles.cardDescription}>{scenario.description ?? scenario.goal}</span>
      </span>
    </Link>
  );
}
