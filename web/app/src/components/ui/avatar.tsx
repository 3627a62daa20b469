import { useSyncExternalStore } from 'react';
import type { PublicBot } from '../../lib/api/types.gen';
import styles from './ui.module.css';

interface Props {
  name: string;
  /** What is known of the character, for a portrait that fits. */
  bot?: PublicBot | undefined;
  /** Edge in CSS pixels. */
  size: number;
  /** How loud the voice is, 0-1; moves the ring and the portrait. */
  level?: number;
  /** How the character feels, -2 to 2; friendly if left out. */
  mood?: number;
}

type Part = typeof import('../portrait/portrait-of');

/** The portraits are a part of their own, asked for with the first avatar and again with a later one after a failure. */
let part: Part | undefined;
let asked = false;
const waiting = new Set<() => void>();

function awaitPart(changed: () => void): () => void {
  waiting.add(changed);
  if (!asked) {
    asked = true;
    import('../portrait/portrait-of').then(
      (loaded) => {
        part = loaded;
        waiting.forEach((told) => { told(); });
      },
      () => { asked = false; },
    );
  }
  return () => { waiting.delete(changed); };
}

const hues = [172, 24, 262, 204, 338, 92] as const;

/** initial is the first letter of a name without its title. */
function initial(name: string): string {
  return name.replace(/^(mrs?|ms|dr|prof)\.? +/i, '').charAt(0).toUpperCase();
}

/** Letter is a medallion with the name's initial, in a colour of its own: what is shown until the portraits are there. */
function Letter({ name }: { name: string }) {
  const sum = Array.from(name, (letter) => letter.charCodeAt(0)).reduce((a, b) => a + b, 0);
  const hue = hues[sum % hues.length] ?? 172;
  return (
    <>
      <circle cx="50" cy="50" r="46" fill={`hsl(${hue} 38% 32%)`} />
      <text x="50" y="51" dominantBaseline="central" textAnchor="middle" fill={`hsl(${hue} 60% 95%)`} fontSize="40">
        {initial(name)}
      </text>
    </>
  );
}

/** Avatar is the character's portrait in a disc. Screen readers hear nothing of it: the name stands beside it. */
export function Avatar({ name, bot, size, level = 0, mood = 0.6 }: Props) {
  const drawn = useSyncExternalStore(awaitPart, () => part);
  return (
    <svg className={styles.avatar} width={size} height={size} viewBox="0 0 100 100" aria-hidden="true">
      <circle className={styles.ring} cx="50" cy="50" r={48 + Math.min(1, level * 1.6) * 6} opacity={level > 0.02 ? 1 : 0} />
      {drawn === undefined ? <Letter name={name} /> : <drawn.PortraitOf name={name} bot={bot} mood={mood} level={level} />}
    </svg>
  );
}
