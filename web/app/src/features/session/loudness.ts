import type { Sound } from '../../lib/livekit/tap';
import { lookMS, speechLevel } from './ear';

/** The root mean square from which a microphone is near its end: a sine of full scale has 0.71, speech peaks at four times its own. */
const loudLevel = 0.4;

/** How long a loud moment counts, in ms: from one phrase to the next. */
const heldMS = 3000;

/** What is said of a microphone: nothing yet, that it gives only zeros, or how loud speech is in it. */
export type Loudness = 'waiting' | 'silent' | 'quiet' | 'fine' | 'loud';

/** Listening is what was heard of a microphone lately: its newest level, the loudest of heldMS, and since when, in ms. */
export interface Listening {
  level: number;
  peak: number;
  peakMS: number;
  zeros: boolean;
  forMS: number;
}

export const newListening: Listening = { level: 0, peak: 0, peakMS: 0, zeros: true, forMS: 0 };

/** listen is what was heard after another look, lookMS after the last. */
export function listen(now: Listening, { level, zeros }: Sound): Listening {
  const old = now.peakMS + lookMS;
  const louder = level >= now.peak || old > heldMS;
  return { level, peak: louder ? level : now.peak, peakMS: louder ? 0 : old, zeros: now.zeros && zeros, forMS: now.forMS + lookMS };
}

/** loudnessOf puts it into a word; for heldMS nobody is told that they are quiet, who may not have begun. */
export function loudnessOf({ peak, zeros, forMS }: Listening): Loudness {
  if (peak >= loudLevel) return 'loud';
  if (peak >= speechLevel) return 'fine';
  if (forMS < heldMS) return 'waiting';
  return zeros ? 'silent' : 'quiet';
}
