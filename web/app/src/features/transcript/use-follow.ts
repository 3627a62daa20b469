import { useEffect, useRef, type RefObject } from 'react';

/**
 * useFollow keeps a scrolled box at its end as it grows, unless the user has
 * scrolled up to read back.
 */
export function useFollow<T extends HTMLElement>(content: unknown): [RefObject<T | null>, () => void] {
  const box = useRef<T>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    if (box.current !== null && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [content]);
  const onScroll = () => {
    const el = box.current;
    if (el !== null) atEnd.current = el.scrollHeight - el.scrollTop - el.clientHeight < 48;
  };
  return [box, onScroll];
}
