/** How often the clock looks, in ms, and how much one look counts at most. */
const everyMS = 50;
const mostMS = 2 * everyMS;

/**
 * ownTime runs a clock that stands still while this process does: when the machine stands still or others have its
 * processors, what is waited for has not had the time either. Whoever is late by it is late by themselves, unless this
 * process is busy. onTick, if any, is told of each look.
 */
export function ownTime(onTick) {
  let ms = 0;
  let last = performance.now();
  const look = () => {
    const now = performance.now();
    ms += Math.min(now - last, mostMS);
    last = now;
    return ms;
  };
  const timer = setInterval(() => onTick?.(look()), everyMS);
  return {
    /** stop stops the clock and returns what it has counted. */
    stop: () => {
      clearInterval(timer);
      return look();
    },
  };
}
