import mark from './mark.module.css';
import type { Floor } from './words';

/** FloorMark is whose turn it is, as a shape. */
export function FloorMark({ floor }: { floor: Floor }) {
  return (
    <span className={mark.mark} data-floor={floor} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
