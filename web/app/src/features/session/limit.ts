import type { Limit } from '../../lib/rpc/events';

/** At how many seconds before the end what is left is said: a minute, in which a talk can be brought to its end, and one last sentence. */
export const warnings = [60, 15] as const;

/** secondsLeft is what the limit leaves, in whole seconds, at a time in ms since 1970. */
export function secondsLeft(limit: Limit, now: number): number {
  const ms = 'leftMS' in limit ? limit.leftMS : limit.endsAt - now;
  return Math.max(0, Math.ceil(ms / 1000));
}

/** warningAt is the least of warnings that so many seconds have come to, if any has: what was said last. */
export const warningAt = (seconds: number): number | undefined => warnings.findLast((warning) => seconds <= warning);

/** clock is so many seconds as minutes and seconds: 9:41. */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
