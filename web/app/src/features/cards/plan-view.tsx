import type { Plan, Task } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import styles from './cards.module.css';
import { all } from '../../lib/lists';
import { stepsOf } from './model';

interface Props {
  plan: Plan;
  lang: string;
  tasks: readonly Task[];
}

/** PlanView is an order in which to do tasks, and why. */
export function PlanView({ plan, lang, tasks }: Props) {
  const steps = stepsOf(plan, tasks);
  const titles = new Map(steps.map((step) => [step.id, step.title]));
  return (
    <>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.id} value={step.rank} data-done={step.done}>
            <strong>{step.title}</strong>
            {step.done && <span className="muted"> {t('planDone')}</span>}
            {step.reason !== '' && <p lang={lang}>{step.reason}</p>}
            {step.waits.map((words) => (
              <p key={words} className={styles.waits}>{words}</p>
            ))}
          </li>
        ))}
      </ol>
      {all(plan.groups).map((group) => (
        <p key={group.title} className={styles.group}>
          <strong lang={lang}>{t('planGroup', { title: group.title })}</strong> {all(group.task_ids).map((id) => titles.get(id) ?? '').filter(Boolean).join(', ')}
        </p>
      ))}
      <p className="muted">{t(plan.by === 'llm' ? 'planByModel' : 'planByRules')}</p>
    </>
  );
}
