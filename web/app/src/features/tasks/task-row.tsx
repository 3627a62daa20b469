import { ActionState } from '../../components/action-state';
import { Glyph } from '../../components/ui/glyph';
import { GlyphButton } from '../../components/ui/glyph-button';
import type { Commands } from '../../lib/assistant/use-outbox';
import { changeOf, priorityWords, toggleOf, type Row } from './model';
import { TaskForm } from './task-form';
import styles from './row.module.css';

/** undoMS is how long a deletion can be undone: it is sent after that. */
export const undoMS = 5000;

interface Props {
  row: Row;
  zone: string;
  editing: boolean;
  onEdit: (on: boolean) => void;
  commands: Pick<Commands, 'send' | 'again' | 'drop'>;
}

/** TaskRow is one task: nothing looks done before the server has said so. */
export function TaskRow({ row, zone, editing, onEdit, commands }: Props) {
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
          aria-label={`${done ? 'Open again' : 'Complete'}: ${task.title}`}
          aria-disabled={busy}
          onChange={() => { if (!busy) commands.send(toggleOf(row)); }}
        />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          {number !== undefined && <span className={styles.number} title={`Task ${number}`}><span className="hidden">Task </span>{number}</span>}
          <span className={styles.name}>{task.title}</span>
          {task.priority !== 'normal' && (
            <span className={styles.priority} data-priority={task.priority} role="img" aria-label={priorityWords[task.priority]} title={priorityWords[task.priority]}>
              <Glyph name={task.priority} size={15} />
            </span>
          )}
        </span>
        {task.notes !== undefined && task.notes !== '' && <span className={styles.notes}>{task.notes}</span>}
        <Facts row={row} />
        <ActionState action={action} commands={commands} />
      </span>
      <span className={styles.tools}>
        {!held && <GlyphButton glyph="edit" control="edit" label={`Edit: ${task.title}`} disabled={busy} onClick={() => { onEdit(true); }} />}
        {held ? (
          <GlyphButton glyph="undo" control="bin" label={`Keep: ${task.title}`} onClick={() => { commands.drop(action); }} />
        ) : (
          <GlyphButton
            glyph="bin"
            control="bin"
            label={`Delete: ${task.title}`}
            disabled={busy}
            onClick={() => { commands.send({ type: 'task.delete', id: task.id }, undoMS); }}
          />
        )}
      </span>
    </li>
  );
}

/** Facts say when a task is due and how it stands. */
function Facts({ row: { task, due, overdue, action } }: { row: Row }) {
  const status = { pending: '', in_progress: 'in progress', completed: '', cancelled: 'cancelled' }[task.status];
  const held = action?.phase === 'held';
  if (due === '' && status === '' && !held) return null;
  return (
    <span className={styles.facts}>
      {held && <span>will be deleted</span>}
      {overdue && <span className={styles.overdue}>Overdue: {due}</span>}
      {!overdue && due !== '' && <span data-soon={due.startsWith('today')}>{due}</span>}
      {status !== '' && <span>{status}</span>}
    </span>
  );
}
