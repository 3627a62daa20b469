import type { Face } from './face';

/** The one shadow of all portraits, over whatever colour lies below. */
const shadow = '#312';

/** The colours that a shape may have, by letter. */
const colours = (face: Face): Record<string, string> => ({
  h: face.hair, a: face.accent, c: face.cloth, t: face.trim, k: face.skin, e: face.earrings ?? '', l: face.lips ?? '#833',
  s: shadow, i: '#222', m: '#622', w: '#ffe', r: '#d44', f: '#a64',
});

const shape = /^(\w)([\d.]*)(&?)(?:%(\d+))? (.*)$/;

interface Props {
  face: Face;
  /**
   * Shapes one after the other, parted by "|": a colour's letter, a number if it is a line of that width, "&" if it is
   * mirrored at the middle of the face, "%" and its opacity in hundredths, a space, then SVG path data.
   * A disc is a line of no length, as its ends are round.
   */
  of: string;
}

/** Shapes draws shapes in the colours of a face. What does not follow the format is not drawn. */
export function Shapes({ face, of }: Props) {
  const named = colours(face);
  return of.split('|').map((text, at) => {
    const [, letter = '', width = '', mirrored, percent, d = ''] = shape.exec(text) ?? [];
    if (d === '') return null;
    const colour = named[letter];
    const paint = width === '' ? { fill: colour } : { fill: 'none', stroke: colour, strokeWidth: width };
    const opacity = percent === undefined ? (letter === 's' ? (width === '' ? 0.14 : 0.28) : 1) : Number(percent) / 100;
    const path = <path d={d} {...paint} opacity={opacity} strokeLinecap="round" strokeLinejoin="round" />;
    return (
      <g key={at}>
        {path}
        {mirrored !== '' && <g transform="matrix(-1 0 0 1 100 0)">{path}</g>}
      </g>
    );
  });
}
