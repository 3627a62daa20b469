import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { t } from '../../lib/language';
import styles from './dialog.module.css';
import { GlyphButton } from './glyph-button';

interface Props {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** Dialog stands before the page and keeps the focus until it is closed, by Escape too. */
export function Dialog({ title, children, onClose }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => { // its end comes before the dialog goes, and gives the focus back
    const el = box.current;
    el?.showModal();
    return () => { el?.close(); };
  }, []);
  return (
    <dialog
      ref={box}
      className={styles.dialog}
      aria-label={title}
      onCancel={(e) => { e.preventDefault(); onClose(); }}
      onClick={(e) => { if (e.target === box.current) onClose(); }}
    >
      <div className={styles.inside}>
        <header className={styles.head}>
          <h2>{title}</h2>
          <GlyphButton glyph="close" label={t('close')} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
