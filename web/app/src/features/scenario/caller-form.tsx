import { t } from '../../lib/language';
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
        <span className="label">{t('yourName')}</span>
        <input
          type="text"
          autoComplete="given-name"
          maxLength={64}
          placeholder={t('optional')}
          value={caller.username}
          onChange={(e) => { onChange({ ...caller, username: e.target.value }); }}
        />
      </label>
      <label>
        <span className="label">{t('yourGender')}</span>
        <input
          type="text"
          list="genders"
          maxLength={64}
          placeholder={t('optional')}
          value={caller.usergender}
          onChange={(e) => { onChange({ ...caller, usergender: e.target.value }); }}
        />
      </label>
      <datalist id="genders">
        <option value={t('female')} />
        <option value={t('male')} />
        <option value={t('nonBinary')} />
      </datalist>
      <p className="muted">{t('addressYou', { name: botname })}</p>
    </div>
  );
}
