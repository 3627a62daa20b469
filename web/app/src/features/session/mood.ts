import { useEffect, useRef, useState } from 'react';
import { MaxProgress } from '../../lib/rpc/types.gen';

/** How long a mood takes to change, in milliseconds. */
const easeMS = 600;

/** moodOf is how a character feels at that progress of the talk: -2 at none to 2 at all of it. */
export const moodOf = (progress: number): number => (progress / MaxProgress) * 4 - 2;

/**
 * between is the mood at part, 0-1, of the way from one to another. A worse one shows at
 * once: nine tenths of it are there after a third of the way. A better one comes gently.
 */
export function between(from: number, to: number, part: number): number {
  const t = Math.min(1, Math.max(0, part));
  const way = to < from ? 1 - (1 - t) ** 6 : t * t * (3 - 2 * t);
  return from + (to - from) * way;
}

/** useMood is the mood at progress, eased from what it was. Whoever prefers less motion sees the new one without a way to it. */
export function useMood(progress: number): number {
  const to = moodOf(progress);
  const [shown, setShown] = useState(to);
  const at = useRef(to);
  useEffect(() => {
    const from = at.current;
    if (from === to) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    let begun: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      begun ??= now;
      const part = still ? 1 : (now - begun) / easeMS;
      at.current = between(from, to, part);
      setShown(at.current);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => { cancelAnimationFrame(frame); };
  }, [to]);
  return shown;
}
