import type { Caller } from './model';
import styles from './scenario.module.css';

interface Props {
  caller: Caller;
  botname: string;
  onChange: (caller: Caller) => void;
}

/** CallerForm asks for what the character may know of the user. */
export function CallerForm({ caller, botname, onChange }: Props) {
  return (
    <div className={styles.form}>
      <label>
        <span className="label">Your name</span>
        <input
          type="text"
          autoComplete="given-name"
          maxLength={64}
          placeholder="Optional"
          value={caller.username}
          onChange={(e) => { onChange({ ...caller, username: e.target.value }); }}
        />
      </label>
      <label>
        <span className="label">Your gender</span>
        <input
          type="text"
          list="genders"
          maxLength={64}
          placeholder="Optional"
          value={caller.usergender}
          onChange={(e) => { onChange({ ...caller, usergender: e.target.value }); }}
        />
      </label>
      <datalist id="genders">
        <option value="female" />
        <option value="male" />
        <option value="non-binary" />
      </datalist>
      <p className="muted">Only so that {botname} can address you.</p>
    </div>
  );
}
