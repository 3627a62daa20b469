import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { Button } from '../../components/ui/button';
import { MaxTitle, Priorities, type Priority, type Task } from '../../lib/api/types.gen';
import { t } from '../../lib/language';
import { fieldsOf, priorities, type Fields } from './model';
import styles from './form.module.css';

interface Props {
  task: Task;
  zone: string;
  onSave: (fields: Fields) => void;
  onCancel: () => void;
}

/** TaskForm changes a task in its place; Escape leaves it as it was. */
export function TaskForm({ task, zone, onSave, onCancel }: Props) {
  const [fields, setFields] = useState(() => fieldsOf(task, zone));
  const title = useRef<HTMLInputElement>(null);
  useEffect(() => { title.current?.select(); }, []);
  return (
    <form
      className={styles.form}
      aria-label={t('taskEdit', { title: task.title })}
      onSubmit={(e) => { e.preventDefault(); onSave(fields); }}
      onKeyDown={(e) => { if (e.key === 'Escape') onCancel(); }}
    >
      <TitleField field={title} label={t('taskTitle')} value={fields.title} onChange={(text) => { setFields({ ...fields, title: text }); }} />
      <DueFieldset fields={fields} onChange={setFields} />
      <div className={styles.choices}>
        <Button type="submit" look="main" disabled={fields.title.trim() === ''}>{t('deskSave')}</Button>
        <Button onClick={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  );
}

interface TitleProps {
  field: RefObject<HTMLInputElement | null>;
  label: string;
  placeholder?: string;
  value: string;
  onChange: (text: string) => void;
}

export function TitleField({ field, label, placeholder, value, onChange }: TitleProps) {
  return (
    <input
      ref={field}
      type="text"
      data-control="edit"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      maxLength={MaxTitle}
      value={value}
      onChange={(e) => { onChange(e.target.value); }}
    />
  );
}

interface DueProps {
  fields: Fields;
  onChange: (fields: Fields) => void;
}

/** DueFieldset asks when, and how much it matters. */
export function DueFieldset({ fields, onChange }: DueProps) {
  const id = useId();
  const due = fields.day !== '' || fields.clock !== '';
  return (
    <div className={styles.due}>
      <label htmlFor={`${id}-day`}>
        <span className="label">{t('taskDue')}</span>
        <input id={`${id}-day`} type="date" value={fields.day} onChange={(e) => { onChange({ ...fields, day: e.target.value }); }} />
      </label>
      <label htmlFor={`${id}-clock`}>
        <span className="label">{t('taskAt')}</span>
        <input
          id={`${id}-clock`}
          type="time"
          disabled={fields.day === ''}
          value={fields.clock}
          onChange={(e) => { onChange({ ...fields, clock: e.target.value }); }}
        />
      </label>
      <label htmlFor={`${id}-priority`}>
        <span className="label">{t('taskPriority')}</span>
        <select id={`${id}-priority`} value={fields.priority} onChange={(e) => { onChange({ ...fields, priority: e.target.value as Priority }); }}>
          {[...Priorities].reverse().map((priority) => (
            <option key={priority} value={priority}>{t(priorities[priority])}</option>
          ))}
        </select>
      </label>
      {due && (
        <button type="button" className={styles.clear} onClick={() => { onChange({ ...fields, day: '', clock: '' }); }}>
          {t('taskNoDate')}
        </button>
      )}
    </div>
  );
}
