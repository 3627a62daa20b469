import type { AssistantCard } from '../../lib/api/types.gen';
import type { LiveEvent } from '../../lib/assistant/kept';

/** Where a card stands in the conversation. */
export interface Place {
  id: string;
  /** after is the message that was the newest when the card came; empty if there was none. */
  after: string;
  /** count rises with each new card of the kind; 0 is one that was there when the page began. */
  count: number;
  /** text tells whether a card has changed. */
  text: string;
}

export interface Placed {
  begun: boolean;
  /** last is the newest message. */
  last: string;
  places: readonly Place[];
}

export const nothingPlaced: Placed = { begun: false, last: '', places: [] };

/** placeCards gives each card that comes a place after what was said last. */
export function placeCards(placed: Placed, event: LiveEvent): Placed {
  if ('state' in event && event.state !== undefined) {
    const { cards, messages } = event.state;
    const last = messages.at(-1)?.id ?? '';
    const ids = new Set(cards.map((card) => card.id));
    const kept = { ...placed, last, places: placed.places.filter((place) => ids.has(place.id)) };
    return { ...cards.reduce(put, kept), begun: true };
  }
  if ('patch' in event && event.patch !== undefined) {
    const { cards = [], messages = [], gone = [] } = event.patch;
    const kept = { ...placed, last: messages.at(-1)?.id ?? placed.last };
    if (cards.length === 0 && gone.length === 0) return kept.last === placed.last ? placed : kept;
    return cards.reduce(put, { ...kept, places: kept.places.filter((place) => !gone.includes(place.id)) });
  }
  return placed;
}

function put(placed: Placed, card: AssistantCard): Placed {
  const text = JSON.stringify(card);
  const old = placed.places.find((place) => place.id === card.id);
  if (old?.text === text) return placed;
  const place = { id: card.id, after: placed.last, count: placed.begun ? (old?.count ?? 0) + 1 : 0, text };
  return { ...placed, places: [...placed.places.filter((one) => one !== old), place] };
}
