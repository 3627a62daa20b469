import { useEffect, useEffectEvent } from 'react';

/** How long the character's last word may still be on its way to the speaker. */
const lastWordMS = 1500;

/** useHangUp leaves the room a moment after the call is over. */
export function useHangUp(over: boolean, leave: () => void): void {
  const hangUp = useEffectEvent(leave);
  useEffect(() => {
    if (!over) return;
    const timer = setTimeout(() => { hangUp(); }, lastWordMS);
    return () => { clearTimeout(timer); };
  }, [over]);
}
