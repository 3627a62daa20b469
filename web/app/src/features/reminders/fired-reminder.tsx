import { ActionState } from '../../components/action-state';
import { Button } from '../../components/ui/button';
import { Glyph } from '../../components/ui/glyph';
import type { Reminder } from '../../lib/api/types.gen';
import { actionOn } from '../../lib/assistant/outbox';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t } from '../../lib/language';
import { lateWords } from './model';
import styles from './reminders.module.css';

interface Props {
  reminder: Reminder;
  commands: Commands;
}

/** FiredReminder is a reminder that is due; it stays until the user has seen it. */
export function FiredReminder({ reminder, commands }: Props) {
  const action = actionOn(commands.outbox, reminder.id);
  const late = lateWords(reminder);
  return (
    <section className={styles.fired} aria-label={t('reminder')}>
      <Glyph name="bell" />
      <p role="status">
        <strong>{reminder.text}</strong>
        {late !== '' && <span> {late}</span>}
      </p>
      {action === undefined ? (
        <Button onClick={() => { commands.send({ type: 'reminder.seen', id: reminder.id }); }}>{t('reminderSeen')}</Button>
      ) : (
        <ActionState action={action} commands={commands} />
      )}
    </section>
  );
}
