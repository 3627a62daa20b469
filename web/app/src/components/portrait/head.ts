import type { Face } from './face';

/** What age has drawn: beside the mouth, then below the eyes and on the brow, then beside the eyes. */
const lines = [
  '',
  '|s.9&%24 M45.6 52.6c-1.8 1-2.8 2.4-3.2 4',
  '|s.9&%24 M39.6 50c1.4 1 3.8 1.1 5.6 .4|s.9%20 M44 33.4c3-.8 9-.8 12 0',
  '|s.9&%24 M35.2 43.4l1.6 .8m-1.6 2.8 1.6-.7',
] as const;

const cheek = 'M33.8 45c.7 5 2.2 8.5 6.7 9.5 3.5-1.9 15.5-1.9 19 0 4.5-1 6-4.5 6.7-9.5';

/** What grows on the lower half of the face, by how square the jaw is; the mouth is drawn over it. */
const beards = (jaw: number) => ({
  full: `|h ${cheek}C67.5 60 ${52 + jaw} 73.5 50 73.5S32.5 60 33.8 45Z`,
  short: `|h ${cheek}C67 58 ${52 + jaw} 69 50 69S33 58 33.8 45Z`,
  stubble: `|s%12 ${cheek}V47C66 57 ${50 + jaw} 66.5 50 66.5S34 57 34 47Z`,
  moustache: '|h M40.5 57c2-4.6 7-5.6 9.5-4 2.5-1.6 7.5-.6 9.5 4-3 .8-7 .4-9.5-.8-2.5 1.2-6.5 1.6-9.5 .8z',
});

/** headOf is the head without hair and without an expression, in the format of Shapes. */
export function headOf({ jaw = 11, lines: age = 0, freckles, beard }: Face): string {
  return 'k& M30.2 46.5c0-5.9 6.8-5.9 6.8 0s-6.8 5.9-6.8 0z|s1& M32.4 44.8c1.6-.2 2.2 1.8 1 3.6'
    + `|k M34 40C34 27 40 21 50 21S66 27 66 40V47C66 57 ${50 + jaw} 66.5 50 66.5S34 57 34 47Z`
    + `|s%10 M66 34V47C66 57 ${50 + jaw} 66.5 50 66.5C${46 + jaw} 65.5 62.5 55 62.5 46C62.5 41 63 37 66 34Z|r5&%15 M38.9 52.6h2.2`
    + (freckles === true ? '|f1.1&%60 M38.5 51h.1M41 52.6h.1M43.4 50.8h.1M40 54h.1' : '')
    + lines.slice(0, age + 1).join('')
    + '|s1.3%36 M50.4 44.5c.8 3 2.2 5.1 1.4 6.5-.6 .9-2.2 .9-3.2 .4'
    + (beard === undefined ? '' : beards(jaw)[beard]);
}

const frames = {
  round: '|i1.3& M36.9 45a5.7 5.7 0 1 1 11.4 0a5.7 5.7 0 1 1-11.4 0l-3-2|i1.3 M48.3 44.2q1.7-1.4 3.4 0',
  square: '|i1.3& M33.9 43l2.5.5M38 40.8h9q1.4 0 1.4 2v4q0 2.6-2.6 2.6h-7q-2.4 0-2.4-2.6v-4q0-2 1.6-2|i1.3 M48.3 44.2q1.7-1.4 3.4 0',
};

/** wornOf is what is worn on the head, over all else. */
export const wornOf = ({ glasses, headset, earrings }: Face): string =>
  (earrings === undefined ? '' : 'e3.4& M33 53h.1')
  + (glasses === undefined ? '' : frames[glasses])
  + (headset === true ? '|i2 M32.5 44c-1.5-22 7.5-30.2 17.5-30.2s19 8.2 17.5 30.2|i1.3 M33 50c.5 8 5 11.5 10.5 11.8|i4.6& M32.6 45v4|i3 M44 61.8h.1' : '');
