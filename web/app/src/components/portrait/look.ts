/** How a mood looks, in the units of the drawing; pure. The left half of the face, which the right one mirrors. */
export interface Look {
  /** The brow. */
  brow: string;
  /** The lid with what it covers of the eye, and its edge. */
  lid: string;
  lash: string;
  /** The cheek that a smile pushes up; empty without one. */
  cheek: string;
  /** The mouth, and the teeth that a smile shows; empty without one. */
  mouth: string;
  teeth: string;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** path fills a template with numbers of two decimals. */
const path = (texts: TemplateStringsArray, ...values: number[]): string =>
  texts.reduce((all, text, i) => all + String(round(values[i - 1] ?? 0)) + text);

/**
 * lookOf is the face at mood, -2 to 2; any other number is taken as the nearest of
 * these, and none as 0. worries says whether a bad mood worries rather than angers.
 */
export function lookOf(mood: number, worries: boolean): Look {
  const m = Math.max(-2, Math.min(2, mood)) || 0;
  const bad = Math.max(0, -m);
  const good = Math.max(0, m);
  const laugh = Math.max(0, m - 0.8) / 1.2;
  const inner = 38.6 - good * 0.9 + bad * (worries ? -1 : 0.85);
  const outer = 39.2 - good * 0.5 + bad * (worries ? 0.9 : -0.2);
  const arch = Math.min(inner, outer) - 1.6 - good * 0.5 + bad * 0.7;
  const near = 46.6 + (worries ? 0 : bad * 0.35);
  // The lid's edge, of the outer corner, the middle and the inner corner.
  const fall = 41.5 - good * 0.25 + bad * 0.72;
  const [out, mid, inn] = [fall + 0.9 + (worries ? bad * 0.5 : -bad * 0.1), fall - 0.9 + bad * 0.35, fall + 0.7 + (worries ? -bad * 0.3 : bad * 0.4)];
  const half = 5.6 + good * 0.9 - bad * 0.3;
  const y = 58.6 - m * 0.55;
  const bend = m * 1.9 + 0.9;
  const deep = bend + laugh * 4.6;
  const [left, right] = [50 - half, 50 + half];
  return {
    brow: path`M${37.6 - good * 0.2} ${outer}Q${41.4} ${arch} ${near} ${inner}`,
    lid: path`M38.4 ${out}Q42.6 ${mid} 46.8 ${inn}V40.6Q42.6 38.9 38.4 40.6Z`,
    lash: path`M38.8 ${out}Q42.6 ${mid} 46.2 ${inn}`,
    cheek: good === 0 ? '' : path`M38.4 ${49.4 - good * 0.75}Q42.6 ${47.9 - good * 1.05} 46.8 ${49.4 - good * 0.75}V51H38.4Z`,
    mouth: path`M${left} ${y}Q50 ${y + bend} ${right} ${y}Q50 ${y + deep} ${left} ${y}Z`,
    teeth: laugh === 0 ? '' : path`M${left + 0.8} ${y + 0.35}Q50 ${y + bend} ${right - 0.8} ${y + 0.35}Q50 ${y + bend + laugh * 2.4} ${left + 0.8} ${y + 0.35}Z`,
  };
}
