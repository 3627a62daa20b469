import { ActionState } from '../../components/action-state';
import { Glyph } from '../../components/ui/glyph';
import { GlyphButton } from '../../components/ui/glyph-button';
import type { TaskStatus } from '../../lib/api/types.gen';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t, type MessageID } from '../../lib/language';
import { dueWords } from './due';
import { changeOf, toggleOf, type Row } from './model';
import { TaskForm } from './task-form';
import styles from './row.module.css';

/** undoMS is how long a deletion can be undone: it is sent after that. */
export const undoMS = 5000;

interface Props {
  row: Row;
  now: number;
  zone: string;
  editing: boolean;
  onEdit: (on: boolean) => void;
  commands: Pick<Commands, 'send' | 'again' | 'drop'>;
}

/** TaskRow is one task: nothing looks done before the server has said so. */
export function TaskRow({ row, now, zone, editing, onEdit, commands }: Props) {
  const { task, number, done, action } = row;
  const held = action?.phase === 'held';
  const busy = action !== undefined && action.phase !== 'failed';
  if (editing) {
    return (
      <li className={styles.row} data-row={task.id} data-mark={task.updatedAt}>
        <TaskForm
          task={task}
          zone={zone}
          onCancel={() => { onEdit(false); }}
          onSave={(fields) => {
            const change = changeOf(task, fields, zone);
            if (change !== undefined) commands.send(change);
            onEdit(false);
          }}
        />
      </li>
    );
  }
  return (
    <li className={styles.row} data-row={task.id} data-mark={task.updatedAt} data-done={done} data-held={held} aria-busy={busy}>
      <span className={styles.check}>
        <input
          type="checkbox"
          data-control="check"
          checked={done}
          aria-label={t(done ? 'taskReopen' : 'taskComplete', { title: task.title })}
          aria-disabled={busy}
          onChange={() => { if (!busy) commands.send(toggleOf(row)); }}
        />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          {number !== undefined && <span className={styles.number} title={t('taskNumber', { n: number })}><span className="hidden">{t('taskWord')} </span>{number}</span>}
          <span className={styles.name}>{task.title}</span>
          {task.priority !== 'normal' && <Mark priority={task.priority} />}
        </span>
        {task.notes !== undefined && task.notes !== '' && <span className={styles.notes}>{task.notes}</span>}
        <Facts row={row} due={dueWords(task.dueDate, now, zone)} />
        <ActionState action={action} commands={commands} />
      </span>
      <span className={styles.tools}>
        {!held && <GlyphButton glyph="edit" control="edit" label={t('taskEdit', { title: task.title })} disabled={busy} onClick={() => { onEdit(true); }} />}
        {held ? (
          <GlyphButton glyph="undo" control="bin" label={t('taskKeep', { title: task.title })} onClick={() => { commands.drop(action); }} />
        ) : (
          <GlyphButton
            glyph="bin"
            control="bin"
            label={t('taskDelete', { title: task.title })}
            disabled={busy}
            onClick={() => { commands.send({ type: 'task.delete', id: task.id }, undoMS); }}
          />
        )}
      </span>
    </li>
  );
}

const marks = { high: 'markHigh', low: 'markLow' } as const;

function Mark({ priority }: { priority: keyof typeof marks }) {
  const words = t(marks[priority]);
  return (
    <span className={styles.priority} data-priority={priority} role="img" aria-label={words} title={words}>
      <Glyph name={priority} size={15} />
    </span>
  );
}

const statuses: Partial<Record<TaskStatus, MessageID>> = { in_progress: 'taskInProgress', cancelled: 'taskCancelled' };

/** Facts say when a task is due and how it stands. */
function Facts({ row: { task, soon, overdue, action }, due }: { row: Row; due: string }) {
  const status = statuses[task.status];
  const held = action?.phase === 'held';
  if (due === '' && status === undefined && !held) return null;
  return (
    <span className={styles.facts}>
      {held && <span>{t('taskHeld')}</span>}
      {overdue && <span className={styles.overdue}>{t('taskOverdue', { when: due })}</span>}
      {!overdue && due !== '' && <span data-soon={soon}>{due}</span>}
      {status !== undefined && <span>{t(status)}</span>}
    </span>
  );
}
