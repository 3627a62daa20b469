import { useRef, useState } from 'react';

export interface Later<T> {
  /** What was loaded, once it is there. */
  part: T | undefined;
  /** Whether the last try failed. */
  failed: boolean;
  /** ask loads the part, unless it is there or on its way. */
  ask: () => void;
}

/** useLater loads a part of the page when it is first asked for, and again after a failure. */
export function useLater<T>(load: () => Promise<T>): Later<T> {
  const [part, setPart] = useState<T>();
  const [failed, setFailed] = useState(false);
  const asked = useRef(false);
  const ask = () => {
    if (asked.current) return;
    asked.current = true;
    setFailed(false);
    load().then(
      (loaded) => { setPart(() => loaded); },
      () => {
        asked.current = false;
        setFailed(true);
      },
    );
  };
  return { part, failed, ask };
}
