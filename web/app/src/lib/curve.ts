import type { Point } from './api/calls.gen';
import { MaxProgress } from './rpc/types.gen';

/** clock is a moment of a call: 1:42. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${(whole % 60).toString().padStart(2, '0')}`;
}

/** A polyline of progress over time. */
export type Line = readonly Point[];

/** pathOf draws a line as steps: progress stands until it is judged anew. The box is 100 by 100, y upwards. */
export function pathOf(line: Line, end: number): string {
  return line
    .map(({ t: at, y }, i) => {
      const point = `${round((at / end) * 100)} ${round(100 - (y / MaxProgress) * 100)}`;
      const flat = round(100 - ((line[i - 1]?.y ?? y) / MaxProgress) * 100);
      return i === 0 ? `M${point}` : `L${round((at / end) * 100)} ${flat}L${point}`;
    })
    .join('');
}

const round = (n: number) => Math.round(n * 100) / 100;
