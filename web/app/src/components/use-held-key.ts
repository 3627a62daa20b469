import { useEffect, useEffectEvent } from 'react';

interface Held {
  onDown: () => void;
  /** Follows every onDown, also when the window loses the keyboard. */
  onUp: () => void;
  /** Escape, whether the key is down or not; onUp does not follow. */
  onCancel: () => void;
}

/** data-hold marks the button that is the key's own. */
export const holdMark = 'data-hold';

/**
 * useHeldKey watches the space bar while on. It leaves the key to whatever has
 * the focus and a use for it: text fields, buttons and links.
 */
export function useHeldKey(on: boolean, held: Held): void {
  const down = useEffectEvent(held.onDown);
  const up = useEffectEvent(held.onUp);
  const cancel = useEffectEvent(held.onCancel);
  useEffect(() => {
    if (!on) return;
    let isDown = false;
    const release = () => {
      if (isDown) up();
      isDown = false;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        isDown = false;
        cancel();
      }
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || hasUse(event.target)) return;
      event.preventDefault(); // neither scroll nor click
      if (event.repeat || isDown) return;
      isDown = true;
      down();
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !isDown) return;
      event.preventDefault();
      release();
    };
    const onHide = () => {
      if (document.hidden) release();
    };
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', onKeyUp);
    window.addEventListener('blur', release);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', onKeyUp);
      window.removeEventListener('blur', release);
      document.removeEventListener('visibilitychange', onHide);
      release();
    };
  }, [on]);
}

function hasUse(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target.hasAttribute(holdMark)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, button, a, summary');
}
