import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** How near to its end, in pixels, a box counts as being there. */
const near = 48;

export interface Follow<T> {
  box: RefObject<T | null>;
  onScroll: () => void;
  /** away says that the newest is out of sight. */
  away: boolean;
  toEnd: () => void;
}

/**
 * useFollow keeps a scrolled box at its end as it grows, unless the user has
 * scrolled up to read back. Of a last child that is higher than the box the
 * beginning is shown. Whenever own changes the box goes to its end. It stays
 * there when the box itself becomes smaller.
 */
export function useFollow<T extends HTMLElement>(content: unknown, own?: unknown): Follow<T> {
  const box = useRef<T>(null);
  const atEnd = useRef(true);
  const size = useRef('');
  const [away, setAway] = useState(false);
  const toEnd = () => {
    const el = box.current;
    if (el === null) return;
    const last = el.lastElementChild;
    const high = last instanceof HTMLElement && last.offsetHeight > el.clientHeight;
    el.scrollTop = high ? last.offsetTop - (last.offsetParent === el ? 0 : el.offsetTop) : el.scrollHeight;
  };
  useLayoutEffect(() => { atEnd.current = true; }, [own]);
  useEffect(() => {
    if (atEnd.current) toEnd();
  }, [content, own]);
  useEffect(() => {
    const el = box.current;
    if (el === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      size.current = sizeOf(el);
      if (atEnd.current) el.scrollTop = el.scrollHeight;
    });
    observer.observe(el);
    return () => { observer.disconnect(); };
  }, []);
  const onScroll = () => {
    const el = box.current;
    if (el === null || (size.current !== '' && size.current !== sizeOf(el))) return; // the box moved, and not the user
    atEnd.current = el.scrollHeight - el.scrollTop - el.clientHeight < near;
    setAway(!atEnd.current);
  };
  return { box, onScroll, away, toEnd };
}

const sizeOf = (el: HTMLElement): string => `${el.clientWidth} ${el.clientHeight}`;
