import type { Sound } from '../../lib/livekit/tap';

/** How often the microphone is looked at, in ms. */
export const lookMS = 100;

/**
 * The least level of speech: 86 to 100 % of the windows of 100 ms of eleven spoken fixtures are above it, of one that is
 * half pauses 67 % (their medians are 0.05 to 0.2). No room was measured.
 */
export const speechLevel = 0.015;

/** How much speech a muted user has spoken before they are told, in ms: a word, not a cough. */
export const mutedMS = 500;

/** How much of that is kept, so that the notice goes a while after the last word: quiet takes a quarter of its time. */
const keptMS = 1500;

/** How long a microphone that never gave a sound may give zeros before that is said, in ms: headsets take up to a second to wake. */
export const deadMS = 1000;

/** The same of one that gave some: devices with a gate send zeros between sentences. */
export const gateMS = 10_000;

/** What the page knows of its microphone: that a muted user speaks, or that nothing is heard. */
export type Finding = 'muted' | 'nothing';

export interface Ear {
  spokenMS: number;
  zerosMS: number;
  /** Whether it ever gave a sound. */
  alive: boolean;
  found: Finding | undefined;
}

export const newEar: Ear = { spokenMS: 0, zerosMS: 0, alive: false, found: undefined };

/** hear is what is known after another look, ms after the last; deaf says that the user has stopped the call. */
export function hear(ear: Ear, { level, zeros }: Sound, ms: number, muted: boolean, deaf: boolean): Ear {
  const alive = ear.alive || !zeros;
  if (deaf) return { ...newEar, alive };
  const spokenMS = muted ? Math.min(keptMS, Math.max(0, ear.spokenMS + (level >= speechLevel ? ms : -ms / 4))) : 0;
  const zerosMS = zeros && !muted ? ear.zerosMS + ms : 0;
  const speaks = spokenMS >= (ear.found === 'muted' ? 1 : mutedMS);
  const found = speaks ? 'muted' : zerosMS >= (alive ? gateMS : deadMS) ? 'nothing' : undefined;
  return { spokenMS, zerosMS, alive, found };
}
