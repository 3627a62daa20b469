import type { AssistantCard, Flight } from '../lib/api/types.gen';

/** Cards of an assistant, for tests. */

export const summary: AssistantCard = {
  id: 'summary', title: 'Summary', text: 'A full day.',
  summary: {
    kind: 'day', summary: 'Three meetings, and the report is late.', counts: { meetings: 3, overdue: 2, follow_ups: 1 },
    action_items: [{ task: 'Call HR', due: 'Friday' }, { task: 'Send the report' }], decisions: ['Launch in March'],
  },
};

export const plan: AssistantCard = {
  id: 'plan', title: 'Plan', text: '',
  plan: {
    by: 'llm',
    order: [{ task_id: 't2', rank: 2, reason: 'It needs their approval.' }, { task_id: 't1', rank: 1, reason: 'They close at noon.' }],
    blocked: [{ task_id: 't2', by: 't1', reason: 'approval' }],
    groups: [{ title: 'Before the meeting', task_ids: ['t1', 't2'] }],
  },
};

const flight = (id: string, some: Partial<Flight>): Flight => ({
  flight_id: id, airline: 'LH', cabin: 'economy', stops: 0, duration_min: 75, price: { amount: 189, currency: 'EUR' },
  legs: [{ from: 'FRA', to: 'CDG', depart: '2026-12-01T07:10:00+01:00', arrive: '2026-12-01T08:25:00+01:00', number: 'LH 1034' }],
  ...some,
});

export const flights: AssistantCard = {
  id: 'flights', title: 'Flights found', text: '',
  flights: {
    trip: 'p7', by: 'rules', found: 12, left_out: 4,
    request: { from: 'FRA', to: 'PAR', depart: '2026-12-01', return: '2026-12-03' },
    options: [
      flight('f1', {}),
      flight('f2', {
        airline: 'AF', stops: 1, duration_min: 1505, cabin: 'premium_economy', price: { amount: 129.5, currency: 'EUR' },
        legs: [
          { from: 'FRA', to: 'LYS', depart: '2026-12-01T18:00:00+01:00', arrive: '2026-12-01T19:20:00+01:00', number: 'AF 1503' },
          { from: 'LYS', to: 'CDG', depart: '2026-12-02T18:00:00+01:00', arrive: '2026-12-02T19:05:00+01:00', number: 'AF 7643' },
        ],
      }),
    ],
    ranked: [
      { flight_id: 'f2', rank: 2, score: 0.61, reasoning: 'Cheaper, but you arrive a day later.' },
      { flight_id: 'f1', rank: 1, score: 0.934, reasoning: 'You arrive well before your first meeting.', key_factors: ['non-stop', 'early'] },
      { flight_id: 'f9', rank: 3, score: 0.2, reasoning: 'Not among the options.' },
    ],
  },
};
