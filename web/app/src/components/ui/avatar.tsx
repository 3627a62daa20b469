import styles from './ui.module.css';

interface Props {
  name: string;
  /** Edge in CSS pixels. */
  size: number;
  /** How loud the voice is, 0-1; moves the ring. */
  level?: number;
}

const hues = [172, 24, 262, 204, 338, 92] as const;

/** initial is the first letter of a name without its title. */
function initial(name: string): string {
  return name.replace(/^(mrs?|ms|dr|prof)\.? +/i, '').charAt(0).toUpperCase();
}

/** Avatar is a medallion with the name's initial, in a colour of its own. */
export function Avatar({ name, size, level = 0 }: Props) {
  const sum = Array.from(name, (letter) => letter.charCodeAt(0)).reduce((a, b) => a + b, 0);
  const hue = hues[sum % hues.length] ?? 172;
  return (
    <svg className={styles.avatar} width={size} height={size} viewBox="0 0 100 100" aria-hidden="true">
      <circle className={styles.ring} cx="50" cy="50" r={42 + Math.min(1, level * 1.6) * 7} opacity={level > 0.02 ? 1 : 0} />
      <circle cx="50" cy="50" r="40" fill={`hsl(${hue} 38% 32%)`} />
      <circle cx="50" cy="50" r="35.5" fill="none" stroke={`hsl(${hue} 45% 72%)`} strokeWidth="0.9" opacity="0.7" />
      <text x="50" y="51" dominantBaseline="central" textAnchor="middle" fill={`hsl(${hue} 60% 95%)`} fontSize="36">
        {initial(name)}
      </text>
    </svg>
  );
}
