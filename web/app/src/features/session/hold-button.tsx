import type { MouseEvent, PointerEvent } from 'react';
import { Icon } from '../../components/ui/icon';
import { holdMark, useHeldKey } from '../../components/use-held-key';
import { t } from '../../lib/language';
import styles from './hold.module.css';
import { useHold, type Turns } from './use-hold';

interface Props {
  agent: Turns;
  /** Why it cannot be held now, or empty. */
  blocked: string;
}

/**
 * HoldButton is held to talk, by mouse, touch or the space bar; Escape takes
 * the words back. A click without a hold, as assistive technology makes it,
 * takes the floor until the next one.
 */
export function HoldButton({ agent, blocked }: Props) {
  const { held, fault, press, release, cancel } = useHold(agent);
  useHeldKey(blocked === '', { onDown: press, onUp: release, onCancel: cancel });

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    // Sliding off the button does not end the turn; letting go does.
    event.currentTarget.setPointerCapture(event.pointerId);
    press();
  };
  const onClick = (event: MouseEvent) => {
    if (event.detail > 0) return; // the end of a hold
    if (held) release();
    else press();
  };
  return (
    <div className={styles.hold}>
      <button
        type="button"
        className={styles.button}
        {...{ [holdMark]: '' }}
        disabled={blocked !== ''}
        aria-pressed={held}
        aria-keyshortcuts="Space"
        onPointerDown={onPointerDown}
        onPointerUp={release}
        onPointerCancel={release}
        onLostPointerCapture={release}
        onBlur={release}
        onContextMenu={(event) => { event.preventDefault(); }}
        onClick={onClick}
      >
        <Icon name="mic" />
        <span>{held ? t('holdLetGo') : t('holdSpeak')}</span>
        <kbd aria-hidden="true">{held ? t('holdEscape') : t('holdKey')}</kbd>
      </button>
      <p role="status" className="muted">
        {blocked !== '' ? blocked : fault}
      </p>
    </div>
  );
}
