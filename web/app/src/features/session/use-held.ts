import { useEffect, useState } from 'react';
import { dropCall, heldCall, holdCall, signMS } from '../../lib/held';
import { randomID } from '../../lib/id';

/** useHolding says, for as long as it is mounted, that this tab holds a call, which a page loaded anew can go on with. */
export function useHolding(call: string, ticket: string | undefined, scenario: string, typed: boolean): void {
  useEffect(() => {
    if (call === '' || ticket === undefined) return;
    const tab = randomID();
    const sign = (left: boolean) => { holdCall(localStorage, { call, ticket, scenario, at: Date.now(), left, typed, tab }); };
    const own = () => heldCall(localStorage, Date.now())?.tab === tab;
    const leave = () => { if (own()) sign(true); };
    sign(false);
    const timer = setInterval(() => { if (own()) sign(false); }, signMS);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', leave);
      dropCall(localStorage, tab);
    };
  }, [call, ticket, scenario, typed]);
}

/** useHeld is the call of that id that can be gone on with, as it is now; looked at each second. */
export function useHeld(call: string): ReturnType<typeof heldCall> {
  const [held, setHeld] = useState(() => heldCall(localStorage, Date.now()));
  useEffect(() => {
    const timer = setInterval(() => { setHeld(heldCall(localStorage, Date.now())); }, 1000);
    return () => { clearInterval(timer); };
  }, []);
  return held?.call === call ? held : undefined;
}
