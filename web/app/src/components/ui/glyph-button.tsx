import { Glyph, type GlyphName } from './glyph';
import styles from './glyph.module.css';

interface Props {
  glyph: GlyphName;
  /** What it does, and to what. */
  label: string;
  /** Names it among a row's controls, see useKeepFocus. */
  control?: string;
  disabled?: boolean;
  onClick: () => void;
}

/** GlyphButton is a button without words beside it. */
export function GlyphButton({ glyph, label, control, disabled = false, onClick }: Props) {
  return (
    <button type="button" className={styles.button} aria-label={label} title={label} data-control={control} disabled={disabled} onClick={onClick}>
      <Glyph name={glyph} size={18} />
    </button>
  );
}
