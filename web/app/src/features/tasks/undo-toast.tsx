import { Button } from '../../components/ui/button';
import type { Task } from '../../lib/api/types.gen';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t } from '../../lib/language';
import styles from './toast.module.css';

interface Props {
  tasks: readonly Task[];
  commands: Pick<Commands, 'outbox' | 'drop'>;
}

/** UndoToast takes back deletions for as long as they have not been sent. */
export function UndoToast({ tasks, commands }: Props) {
  const held = commands.outbox.filter((action) => action.phase === 'held' && action.command.type === 'task.delete');
  const newest = held.at(-1);
  const title = tasks.find((task) => task.id === newest?.command.id)?.title;
  return (
    <div className={styles.toastPlace} role="status">
      {newest !== undefined && (
        <div className={styles.toast} key={newest.id}>
          <span>{held.length === 1 && title !== undefined ? t('taskDeleting', { title }) : t('tasksDeleting', { n: held.length })}</span>
          <Button onClick={() => { held.forEach((action) => { commands.drop(action); }); }}>{t('taskUndo')}</Button>
        </div>
      )}
    </div>
  );
}
