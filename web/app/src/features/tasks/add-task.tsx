import { useState, type RefObject } from 'react';
import { Button } from '../../components/ui/button';
import type { Commands } from '../../lib/assistant/use-outbox';
import { t } from '../../lib/language';
import { addOf, type Fields } from './model';
import { DueFieldset, TitleField } from './task-form';
import styles from './form.module.css';

const empty: Fields = { title: '', day: '', clock: '', priority: 'normal' };

interface Props {
  field: RefObject<HTMLInputElement | null>;
  zone: string;
  send: Commands['send'];
}

/** AddTask adds a task by its title; the rest is asked for once there is one. */
export function AddTask({ field, zone, send }: Props) {
  const [fields, setFields] = useState(empty);
  const command = addOf(fields, zone);
  const add = () => {
    if (command === undefined) return;
    send(command);
    setFields(empty);
    field.current?.focus();
  };
  return (
    <form className={styles.add} aria-label={t('taskAddForm')} onSubmit={(e) => { e.preventDefault(); add(); }}>
      <div className={styles.addLine}>
        <TitleField field={field} label={t('taskNew')} placeholder={t('taskNewHint')} value={fields.title} onChange={(title) => { setFields({ ...fields, title }); }} />
        <Button type="submit" disabled={command === undefined}>{t('taskAdd')}</Button>
      </div>
      {command !== undefined && <DueFieldset fields={fields} onChange={setFields} />}
    </form>
  );
}
