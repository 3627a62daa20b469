import { memo, useId, type CSSProperties } from 'react';
import { clothes, shoulders } from './clothes';
import { Expression } from './expression';
import type { Face } from './face';
import { behind, over } from './hair';
import { headOf, wornOf } from './head';
import styles from './portrait.module.css';
import { Shapes } from './shapes';

interface Props {
  face: Face;
  /** How the character feels, -2 to 2. */
  mood?: number;
  /** How loud its voice is, 0-1; the bust breathes with it and the mouth opens. */
  level?: number;
}

/** Portrait draws a bust in a disc, for an SVG of 100 by 100. It says nothing to screen readers: the name stands beside it. */
export function Portrait({ face, mood = 0, level = 0 }: Props) {
  const loud = { '--level': Math.min(1, level * 1.6).toFixed(2) } as CSSProperties;
  return (
    <g style={loud}>
      <Drawing face={face} mood={mood} />
    </g>
  );
}

/** Drawing is drawn anew for another face or mood alone: the level moves it by transforms. */
const Drawing = memo(function Drawing({ face, mood }: { face: Face; mood: number }) {
  const id = useId();
  const wide = face.broad ?? 1;
  const broad = `matrix(${wide} 0 0 1 ${50 - 50 * wide} 0)`;
  return (
    <>
      <clipPath id={`${id}disc`}><circle cx="50" cy="50" r="46" /></clipPath>
      <g clipPath={`url(#${id}disc)`}>
        <path fill={face.ground} d="M0 0H100V100H0Z" />
        <circle cx="50" cy="44" r="33" fill="#fff" opacity="0.2" />
        <g transform="matrix(1.09 0 0 1.09 -4.5 -4.5)">
          <g className={styles.bust}>
            <g className={styles.head}><g transform={broad}><Shapes face={face} of={behind[face.cut] ?? ''} /></g></g>
            <Shapes face={face} of={`k M43 58H57V76C57 82 43 82 43 76Z|c ${shoulders}`} />
            <clipPath id={`${id}worn`}><path d={shoulders + 'M36 62H64V84H36Z'} /></clipPath>
            <g clipPath={`url(#${id}worn)`}><Shapes face={face} of={clothes[face.wear]} /></g>
            <Shapes face={face} of="s M43 63C46 70 54 70 57 63V69C54 75.5 46 75.5 43 69Z" />
            <g className={styles.head}>
              <g transform={broad}>
                <Shapes face={face} of={headOf(face)} />
                <Expression face={face} mood={mood} />
                <Shapes face={face} of={over[face.cut]} />
                <Shapes face={face} of={wornOf(face)} />
              </g>
            </g>
          </g>
        </g>
      </g>
    </>
  );
});
