import { useId } from 'react';
import { Button } from '../../components/ui/button';
import { t } from '../../lib/language';
import { MaxPatienceS, MinPatienceS } from '../../lib/rpc/types.gen';
import styles from './fields.module.css';

/** Where the slider stands while the character decides; it is most characters'. */
const usualS = 6;

interface Props {
  /** Seconds, or undefined for the character's own. */
  patience: number | undefined;
  onChange: (patience: number | undefined) => void;
}

/** PatienceSlider is how long the user may think before the character asks. */
export function PatienceSlider({ patience, onChange }: Props) {
  const id = useId();
  return (
    <div className={styles.patience}>
      <label htmlFor={id}>{t('patience')}</label>
      <input
        id={id}
        type="range"
        min={MinPatienceS}
        max={MaxPatienceS}
        step={1}
        value={patience ?? usualS}
        aria-valuetext={words(patience)}
        onChange={(e) => { onChange(e.target.valueAsNumber); }}
      />
      <output htmlFor={id}>{words(patience)}</output>
      {patience !== undefined && <Button onClick={() => { onChange(undefined); }}>{t('patienceLeave')}</Button>}
    </div>
  );
}

const words = (patience: number | undefined) => (patience === undefined ? t('patienceTheirs') : t('patienceSeconds', { n: patience }));
