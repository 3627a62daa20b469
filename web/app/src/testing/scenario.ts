import type { Public } from '../lib/api/types.gen';

/** A scenario of the gallery. */
export const sterling: Public = {
  id: 'riskyProjectApproval', title: 'A risky project', language: 'en', botname: 'Sterling', bot: {}, goal: 'Get the budget',
  difficulty: 3, has_hints: true, offline: true,
};
