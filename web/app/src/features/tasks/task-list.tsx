import { memo, useMemo, useRef, useState } from 'react';
import { ActionState } from '../../components/action-state';
import { Button } from '../../components/ui/button';
import { useClock } from '../../components/use-clock';
import { useKeepFocus } from '../../components/use-keep-focus';
import { useMoves } from '../../components/use-moves';
import type { Task } from '../../lib/api/types.gen';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t, useLanguage } from '../../lib/language';
import { AddTask } from './add-task';
import { countWords, rowsOf, type Row } from './model';
import { TaskNews } from './task-news';
import { TaskRow } from './task-row';
import styles from './tasks.module.css';
import { UndoToast } from './undo-toast';

/** How many tasks are drawn at first, and how many more each time. */
const page = 100;

/** How many of those done are drawn until all are asked for. */
const fewDone = 5;

interface Props {
  tasks: readonly Task[];
  /** listed are the ids of tasks by their numbers. */
  listed: readonly string[];
  zone: string;
  botname: string;
  commands: Commands;
}

/** TaskList is the user's tasks; it moves as they change, wherever that happens. */
export const TaskList = memo(function TaskList({ tasks, listed, zone, botname, commands }: Props) {
  useLanguage(); // memoised: drawn anew when it changes
  const { outbox } = commands;
  const now = useClock();
  const { open, done, adding } = useMemo(() => rowsOf(tasks, listed, outbox, now, zone), [tasks, listed, outbox, now, zone]);
  const [most, setMost] = useState(page);
  const [allDone, setAllDone] = useState(false);
  const [editing, setEditing] = useState<string>();
  const list = useMoves<HTMLUListElement>();
  const add = useRef<HTMLInputElement>(null);
  const focus = useKeepFocus(list, add);
  const shown = open.slice(0, most);
  const shownDone = allDone ? done.slice(0, most) : done.slice(0, fewDone);
  const row = (one: Row) => (
    <TaskRow
      key={one.task.id}
      row={one}
      now={now}
      zone={zone}
      editing={editing === one.task.id}
      onEdit={(on) => { setEditing(on ? one.task.id : undefined); }}
      commands={commands}
    />
  );
  return (
    <section className={styles.panel} aria-label={t('tasks')}>
      <header className={styles.head}>
        <h2>{t('tasks')}</h2>
        <span className="muted">{tasks.length === 0 ? '' : countWords(open)}</span>
      </header>
      <AddTask field={add} zone={zone} send={commands.send} />
      <div className={styles.scroll}>
        {tasks.length === 0 && adding.length === 0 && (
          <p className={styles.empty}>{t('tasksNone', { name: botname })}</p>
        )}
        <ul ref={list} className={styles.list} {...focus}>
          {shown.map(row)}
          {adding.map((action) => (
            <li key={action.id} className={styles.adding} data-row={action.id}>
              <span>{action.command.title}</span>
              <ActionState action={action} commands={commands} />
            </li>
          ))}
          {open.length > shown.length && (
            <li key="more" className={styles.more}>
              <Button onClick={() => { setMost(most + page); }}>{t('tasksMore', { n: open.length - shown.length })}</Button>
            </li>
          )}
          {done.length > 0 && (
            <li key="done" className={styles.doneHead} data-row="done">
              {t('tasksDone')} <span className="muted">{done.length}</span>
            </li>
          )}
          {shownDone.map(row)}
          {done.length > shownDone.length && (
            <li key="more-done" className={styles.more}>
              <Button onClick={() => { if (allDone) setMost(most + page); setAllDone(true); }}>{t('tasksMoreDone')}</Button>
            </li>
          )}
        </ul>
      </div>
      <UndoToast tasks={tasks} commands={commands} />
      <TaskNews tasks={tasks} />
    </section>
  );
});
