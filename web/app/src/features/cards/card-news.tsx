import type { AssistantCard, Confirm } from '../../lib/api/types.gen';
import { gistOf } from './model';
import type { Place } from './places';

interface Props {
  cards: readonly AssistantCard[];
  places: readonly Place[];
  confirms: readonly Confirm[];
}

/** CardNews says to screen readers that a card has come, in a few words, and what is asked. */
export function CardNews({ cards, places, confirms }: Props) {
  const newest = places.findLast((place) => place.count > 0);
  const card = cards.find((one) => one.id === newest?.id);
  const question = confirms.at(-1);
  return (
    <>
      <p className="hidden" role="status">{card === undefined ? '' : `${card.title}: ${gistOf(card)}.`}</p>
      <p className="hidden" role="status">{question === undefined ? '' : `Question: ${question.question}`}</p>
    </>
  );
}
