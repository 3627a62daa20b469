import type { AssistantCard, Plan, Summary, Task } from '../../lib/api/types.gen';
import { routeOf } from './flights';
import { all, count } from '../../lib/lists';

/** gistOf is a card in a few words. */
export function gistOf({ summary, plan, flights, text }: AssistantCard): string {
  if (summary !== undefined) return figuresOf(summary).map(({ n, word }) => `${n} ${word}`).join(', ');
  if (plan !== undefined) return count(all(plan.order).length, 'step');
  if (flights !== undefined) return `${routeOf(flights)}, ${count(all(flights.ranked).length, 'option')}`;
  return text;
}

/** figuresOf are the three figures of a day. */
export function figuresOf({ counts: { meetings, overdue, follow_ups: follow } }: Summary) {
  return [
    { n: meetings, word: meetings === 1 ? 'meeting' : 'meetings' },
    { n: overdue, word: 'overdue' },
    { n: follow, word: follow === 1 ? 'follow-up' : 'follow-ups' },
  ];
}

/** byWords says who made something. */
export const byWords = (by: string): string => (by === 'llm' ? 'by model' : 'by rules');

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
  const title = (id: string) => byID.get(id)?.title ?? 'a task that is gone';
  return [...all(plan.order)].sort((a, b) => a.rank - b.rank).map(({ task_id: id, rank, reason }) => ({
    id, rank, title: title(id), reason,
    done: byID.get(id)?.status === 'completed',
    waits: all(plan.blocked).filter((b) => b.task_id === id).map((b) => `Waits for ${title(b.by)}${b.reason === '' ? '' : `: ${b.reason}`}`),
  }));
}
