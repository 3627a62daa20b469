import { useId, useState } from 'react';
import { importCalendar } from '../../lib/api/assistant';
import { ApiError } from '../../lib/api/client';
import type { CalendarReply } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import { all } from '../../lib/lists';
import styles from './memory.module.css';
import { importedWords } from './model';

type Import = { state: 'none' | 'busy' } | { state: 'done'; reply: CalendarReply } | { state: 'failed'; reason: string };

/** CalendarImport takes an .ics file in the place of the calendar that is kept. */
export function CalendarImport({ user }: { user: string }) {
  const id = useId();
  const [done, setDone] = useState<Import>({ state: 'none' });
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setDone({ state: 'busy' });
    try {
      setDone({ state: 'done', reply: await importCalendar(user, file) });
    } catch (error) {
      setDone({ state: 'failed', reason: error instanceof ApiError ? error.message : t('calendarFailed') });
    }
  };
  const problems = done.state === 'done' ? all(done.reply.problems) : [];
  return (
    <div className={styles.setting}>
      <label htmlFor={id}>{t('calendarFile')}</label>
      <input
        id={id}
        type="file"
        accept=".ics,text/calendar"
        disabled={done.state === 'busy'}
        onChange={(e) => {
          void take(e.target.files?.[0]);
          e.target.value = ''; // the same file may be chosen again
        }}
      />
      <div role="status">
        {done.state === 'busy' && <p>{t('calendarReading')}</p>}
        {done.state === 'done' && <p>{importedWords(done.reply.entries, problems.length)}</p>}
        {done.state === 'failed' && <p className={styles.fault}>{done.reason}</p>}
        {problems.length > 0 && (
          <ul className={styles.problems}>
            {problems.map((problem, i) => (
              <li key={i}>{problem}</li>
            ))}
          </ul>
        )}
      </div>
      <p className="muted">{t('calendarReplaces')}</p>
    </div>
  );
}
