import { ActionState } from '../../components/action-state';
import { Glyph } from '../../components/ui/glyph';
import { GlyphButton } from '../../components/ui/glyph-button';
import type { Reminder } from '../../lib/api/types.gen';
import { actionOn } from '../../lib/assistant/outbox';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t } from '../../lib/language';
import { upcomingOf, whenWords } from './model';
import styles from './reminders.module.css';

interface Props {
  reminders: readonly Reminder[];
  now: number;
  zone: string;
  commands: Commands;
}

/** ReminderList is what the user will be reminded of; it is not there while that is nothing. */
export function ReminderList({ reminders, now, zone, commands }: Props) {
  const upcoming = upcomingOf(reminders, now);
  if (upcoming.length === 0) return null;
  return (
    <details className={styles.list} open={upcoming.length <= 3}>
      <summary>
        {t('reminders')} <span className="muted">{upcoming.length}</span>
      </summary>
      <ul>
        {upcoming.map((reminder) => {
          const action = actionOn(commands.outbox, reminder.id);
          return (
            <li key={reminder.id} className={styles.row}>
              <Glyph name={reminder.rule === undefined || reminder.rule === '' ? 'bell' : 'repeat'} size={18} />
              <span>
                {reminder.text}
                <span className={styles.when}>{whenWords(reminder, now, zone)}</span>
                <ActionState action={action} commands={commands} />
              </span>
              <GlyphButton
                glyph="close"
                label={t('reminderCancel', { text: reminder.text })}
                disabled={action !== undefined && action.phase !== 'failed'}
                onClick={() => { commands.send({ type: 'reminder.cancel', id: reminder.id }); }}
              />
            </li>
          );
        })}
      </ul>
    </details>
  );
}
