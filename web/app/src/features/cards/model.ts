import type { AssistantCard, Plan, Summary, Task } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import { all, listWords } from '../../lib/lists';
import { routeOf } from './flights';

/** gistOf is a card in a few words. */
export function gistOf({ summary, plan, flights, text }: AssistantCard): string {
  if (summary !== undefined) return listWords(figuresOf(summary).map(({ n, word }) => `${n} ${word}`));
  if (plan !== undefined) return t('planSteps', { n: all(plan.order).length });
  if (flights !== undefined) return t('flightsGist', { route: routeOf(flights), n: all(flights.ranked).length });
  return text;
}

/** figuresOf are the three figures of a day. */
export function figuresOf({ counts: { meetings, overdue, follow_ups: follow } }: Summary) {
  return [
    { n: meetings, word: t('figureMeetings', { n: meetings }), late: false },
    { n: overdue, word: t('figureOverdue', { n: overdue }), late: overdue > 0 },
    { n: follow, word: t('figureFollowUps', { n: follow }), late: false },
  ];
}

/** One step of a plan. */
export interface Step {
  id: string;
  rank: number;
  title: string;
  done: boolean;
  reason: string;
  /** waits says what it waits for, and why. */
  waits: string[];
}

/** stepsOf are the steps of a plan with the tasks' titles of now. */
export function stepsOf(plan: Plan, tasks: readonly Task[]): Step[] {
  const byID = new Map(tasks.map((task) => [task.id, task]));
  const title = (id: string) => byID.get(id)?.title ?? t('planGone');
  return [...all(plan.order)].sort((a, b) => a.rank - b.rank).map(({ task_id: id, rank, reason }) => ({
    id, rank, title: title(id), reason,
    done: byID.get(id)?.status === 'completed',
    waits: all(plan.blocked).filter((b) => b.task_id === id).map((b) => b.reason === '' ? t('planWaits', { title: title(b.by) }) : t('planWaitsWhy', { title: title(b.by), reason: b.reason })),
  }));
}
