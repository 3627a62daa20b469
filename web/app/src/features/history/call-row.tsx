import { Link } from '../../components/link';
import { pathTo } from '../../lib/address';
import type { Summary } from '../../lib/api/calls';
import type { Public } from '../../lib/api/types.gen';
import { language } from '../../lib/language';
import { MaxProgress } from '../../lib/rpc/types.gen';
import styles from './history.module.css';
import { endOf } from './model';

/** CallRow is a call in the list: its scene, when it was, how it ended, and the curve of its progress. */
export function CallRow({ call, scene }: { call: Summary; scene: Public | undefined }) {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(call.began));
  const title = scene?.title ?? call.scene;
  return (
    <li className={styles.row}>
      <Link href={pathTo('debrief', call.call)}>
        <span className={styles.title}>
          <strong lang={scene?.language}>{title}</strong>
          <span className="muted">{date}</span>
        </span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={spark(call)} />
        </svg>
        <span className={styles.end} data-outcome={call.outcome}>
          <strong>{call.progress}/{MaxProgress}</strong>
          <span>{endOf(call)}</span>
        </span>
      </Link>
    </li>
  );
}

/** spark draws a curve into a box of 100 by 100. */
function spark({ curve }: Summary): string {
  const from = curve[0]?.t ?? 0;
  const length = Math.max(1, (curve.at(-1)?.t ?? 0) - from);
  return curve.map(({ t: at, y }, i) => `${i === 0 ? 'M' : 'L'}${Math.round(((at - from) / length) * 100)} ${100 - (y / MaxProgress) * 100}`).join('');
}
