import type { AssistantCard, Task } from '../../lib/api/types.gen';
import styles from './cards.module.css';
import { FlightsView } from './flights-view';
import { gistOf } from './model';
import { PlanView } from './plan-view';
import { SummaryView } from './summary-view';

interface Props {
  card: AssistantCard;
  /** lang is the language the card is written in. */
  lang: string;
  /** fresh is a card that came while the page was open: it is unfolded. */
  fresh: boolean;
  tasks: readonly Task[];
  /** today is the user's day. */
  today: string;
}

/** CardView is something shown within the conversation. */
export function CardView({ card, lang, fresh, tasks, today }: Props) {
  return (
    <details className={styles.card} open={fresh} id={`card-${card.id}`}>
      <summary>
        <strong lang={lang}>{card.title}</strong>
        <span className="muted">{gistOf(card)}</span>
      </summary>
      <div className={styles.body}>
        {card.summary !== undefined && <SummaryView summary={card.summary} lang={lang} />}
        {card.plan !== undefined && <PlanView plan={card.plan} lang={lang} tasks={tasks} />}
        {card.flights !== undefined && <FlightsView card={card.flights} lang={lang} today={today} />}
        {card.summary === undefined && card.text !== '' && <p lang={lang}>{card.text}</p>}
      </div>
    </details>
  );
}
