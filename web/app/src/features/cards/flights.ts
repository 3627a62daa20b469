import type { Flight, FlightsCard, Money } from '../../lib/api/types.gen';
import { daysFrom, dayWords } from '../../lib/time';
import { language, t, type MessageID } from '../../lib/language';
import { all, listWords } from '../../lib/lists';

export const routeOf = ({ request: { from = '', to } }: FlightsCard): string => (from === '' ? t('routeTo', { to }) : t('routeFromTo', { from, to }));

/** One of the best flights, in words. */
export interface Option {
  id: string;
  rank: number;
  carrier: string;
  from: string;
  to: string;
  depart: string;
  arrive: string;
  /** later says on which later day it arrives: "+1". */
  later: string;
  stops: string;
  duration: string;
  /** cabin is empty for economy. */
  cabin: string;
  price: string;
  /** score is 0-100. */
  score: number;
  reasoning: string;
  factors: readonly string[];
}

/** optionsOf are the best three that are known, best first. */
export function optionsOf(card: FlightsCard): Option[] {
  const flights = new Map(all(card.options).map((flight) => [flight.flight_id, flight]));
  return [...all(card.ranked)].sort((a, b) => a.rank - b.rank).slice(0, 3).flatMap((ranked) => {
    const flight = flights.get(ranked.flight_id);
    const first = flight?.legs[0];
    const last = flight?.legs.at(-1);
    if (flight === undefined || first === undefined || last === undefined) return [];
    const days = daysFrom(first.depart.slice(0, 10), last.arrive.slice(0, 10));
    return [{
      id: flight.flight_id, rank: ranked.rank, from: first.from, to: last.to,
      carrier: flight.legs.map((leg) => leg.number).join(' + ') || flight.airline,
      depart: clockOf(first.depart), arrive: clockOf(last.arrive), later: days === 0 ? '' : `${days > 0 ? '+' : '−'}${Math.abs(days)}`,
      stops: stopsOf(flight), duration: durationOf(flight.duration_min), cabin: cabinOf(flight.cabin), price: priceOf(flight.price),
      score: Math.round(Math.min(1, Math.max(0, ranked.score)) * 100), reasoning: ranked.reasoning, factors: all(ranked.key_factors),
    }];
  });
}

const cabins: Readonly<Partial<Record<string, MessageID>>> = { premium_economy: 'cabinPremium', business: 'cabinBusiness', first: 'cabinFirst' };

/** cabinOf names a cabin, as the server does where the page does not know it. */
function cabinOf(cabin: string): string {
  const id = cabins[cabin];
  if (id !== undefined) return t(id);
  return cabin === 'economy' ? '' : cabin.replace('_', ' ');
}

/** clockOf is the clock of a moment as it is written: that of its airport. */
const clockOf = (moment: string): string => moment.slice(11, 16);

function stopsOf({ stops, legs }: Flight): string {
  if (stops === 0) return t('flightNonStop');
  const at = legs.slice(0, -1).map((leg) => leg.to).join(', ');
  return at === '' ? t('flightStops', { n: stops }) : t('flightStopsIn', { n: stops, at });
}

export function durationOf(minutes: number): string {
  const [h, min] = [Math.floor(minutes / 60), minutes % 60];
  return [h > 0 && `${h} h`, (min > 0 || h === 0) && `${min} min`].filter(Boolean).join(' ');
}

export function priceOf({ amount, currency }: Money): string {
  try {
    return new Intl.NumberFormat(language(), { style: 'currency', currency, maximumFractionDigits: 2, minimumFractionDigits: Number.isInteger(amount) ? 0 : 2 }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

/** foundOf says how many flights there were: "12 found, 4 left out". */
export function foundOf({ found, left_out: left }: FlightsCard): string {
  return listWords([t('flightsFound', { n: found }), ...(left > 0 ? [t('flightsLeftOut', { n: left })] : [])]);
}

/** tripOf says the days of a trip. */
export function tripOf({ request }: FlightsCard, today: string): string {
  const there = dayWords(request.depart, today);
  return request.return === undefined || request.return === '' ? there : t('flightsBack', { there, back: dayWords(request.return, today) });
}
