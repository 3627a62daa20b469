import type { Public } from '../lib/api/types.gen';

/** A scenario of the gallery. */
export const sterling: Public = {
  kind: 'roleplay', id: 'riskyProjectApproval', title: 'A risky project', language: 'en', botname: 'Sterling', bot: {}, goal: 'Get the budget',
  difficulty: 3, has_hints: true, offline: true,
};

/** An assistant of the gallery. */
export const vera: Public = {
  kind: 'assistant', id: 'chiefOfStaff', title: 'Chief of staff', language: 'en', botname: 'Vera', bot: {}, goal: 'Get things done',
  description: 'Keeps your tasks, reminds you and plans your day.', difficulty: 1, has_hints: false, offline: true,
};
