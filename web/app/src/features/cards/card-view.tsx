import type { AssistantCard, Task } from '../../lib/api/types.gen';
import styles from './cards.module.css';
import { FlightsView } from './flights-view';
import { gistOf } from './model';
import { PlanView } from './plan-view';
import { SummaryView } from './summary-view';

interface Props {
  card: AssistantCard;
  /** fresh is a card that came while the page was open: it is unfolded. */
  fresh: boolean;
  tasks: readonly Task[];
  /** today is the user's day. */
  today: string;
}

/** CardView is something shown within the conversation. */
export function CardView({ card, fresh, tasks, today }: Props) {
  return (
    <details className={styles.card} open={fresh} id={`card-${card.id}`}>
      <summary>
        <strong>{card.title}</strong>
        <span className="muted">{gistOf(card)}</span>
      </summary>
      <div className={styles.body}>
        {card.summary !== undefined && <SummaryView summary={card.summary} />}
        {card.plan !== undefined && <PlanView plan={card.plan} tasks={tasks} />}
        {card.flights !== undefined && <FlightsView card={card.flights} today={today} />}
        {card.summary === undefined && card.text !== '' && <p>{card.text}</p>}
      </div>
    </details>
  );
}
