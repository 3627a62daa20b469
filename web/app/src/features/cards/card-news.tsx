import type { AssistantCard, Confirm } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
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
      <p className="hidden" role="status">{card === undefined ? '' : t('cardIs', { title: card.title, gist: gistOf(card) })}</p>
      <p className="hidden" role="status">{question === undefined ? '' : t('cardAsks', { question: question.question })}</p>
    </>
  );
}
