import type { ReactElement, ReactNode } from 'react';
import styles from './ui.module.css';

interface Props {
  children: ReactNode;
  look?: 'plain' | 'main' | 'end';
  type?: 'button' | 'submit';
  /** icon stands before the words. */
  icon?: ReactElement;
  /** The key that does the same; shown on the button. */
  hotkey?: string;
  /** For a button that stays on: whether it is. */
  pressed?: boolean;
  disabled?: boolean;
  onClick?: () => void;
}

/** Button is every button of the page, at least 44 px high. */
export function Button({ children, look = 'plain', type = 'button', icon, hotkey, pressed, disabled = false, onClick }: Props) {
  return (
    <button
      type={type}
      className={styles.button}
      data-look={look}
      disabled={disabled}
      aria-pressed={pressed}
      aria-keyshortcuts={hotkey}
      onClick={onClick}
    >
      {icon}
      <span>{children}</span>
      {hotkey !== undefined && (
        <kbd aria-hidden="true" className={styles.key}>
          {hotkey}
        </kbd>
      )}
    </button>
  );
}
