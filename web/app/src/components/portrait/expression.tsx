import type { Face } from './face';
import { lookOf } from './look';
import styles from './portrait.module.css';
import { Shapes } from './shapes';

/** Expression is what of the face moves with the mood, and the mouth with the voice. */
export function Expression({ face, mood }: { face: Face; mood: number }) {
  const { worst = -2, brow = 1.7, lips } = face;
  const look = lookOf(worst + ((Math.max(-2, Math.min(2, mood)) + 2) * (2 - worst)) / 4, face.worries === true);
  const laughs = look.teeth !== '';
  const eyes = 'i& M40.1 45c0-4.1 5-4.1 5 0s-5 4.1-5 0z'
    + `|k& ${look.lid}|k& ${look.cheek}|i${lips === undefined ? 1 : 1.5}& ${look.lash}`
    + (lips === undefined ? '' : '|i1.2& M38.9 43.6l-1.5-1.1')
    + `|h${brow}& ${look.brow}`
    + (face.cut === 'fringe' ? `|s${brow}& ${look.brow}` : '')
    + '|w1.6 M43.4 44h.1M58.2 44h.1';
  return (
    <>
      <Shapes face={face} of={eyes} />
      <g className={laughs ? styles.laugh : ''}>
        <Shapes face={face} of={`m ${look.mouth}|l${lips === undefined ? 1.4 : 2} ${look.mouth}|w ${look.teeth}`} />
      </g>
      {!laughs && <g className={styles.mouth}><Shapes face={face} of="m M46 59.4C46 55 54 55 54 59.4S46 63.8 46 59.4Z" /></g>}
    </>
  );
}
