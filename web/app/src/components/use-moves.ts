import { useLayoutEffect, useRef, type RefObject } from 'react';

const quick = { duration: 260, easing: 'cubic-bezier(0.2, 0, 0, 1)' };

/** What a row looked like when it was last drawn. */
interface Seen {
  top: number;
  mark: string;
  row: HTMLElement;
}

/**
 * useMoves lets the rows of a list glide to their places: those that come fade in,
 * those that go fade out, and those whose data-mark changed flash. Rows are the
 * list's children that have a data-row. Whoever prefers less motion gets none. One
 * that comes alone is scrolled into sight, unless the user is at work in the list.
 */
export function useMoves<T extends HTMLElement>(): RefObject<T | null> {
  const list = useRef<T>(null);
  const before = useRef<Map<string, Seen>>(undefined);
  useLayoutEffect(() => {
    const box = list.current;
    if (box === null) return;
    const now = new Map<string, Seen>();
    for (const row of box.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
      now.set(row.dataset.row ?? '', { top: row.offsetTop, mark: row.dataset.mark ?? '', row });
    }
    const old = before.current;
    before.current = now;
    if (old === undefined) return;
    const came = [...now].filter(([id]) => !old.has(id));
    const [only] = came;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (came.length === 1 && only !== undefined && !box.contains(document.activeElement)) {
      only[1].row.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' });
    }
    if (still || typeof box.animate !== 'function') return;
    // A list that changes as a whole was not there before, or is another one.
    if (now.size - old.size > 12) return;
    for (const [id, { top, mark, row }] of now) moved(row, top, mark, old.get(id));
    for (const [id, { top, row }] of old) if (!now.has(id)) leave(box, row, top);
  });
  return list;
}

function moved(row: HTMLElement, top: number, mark: string, was: Seen | undefined): void {
  if (was === undefined) {
    row.animate([{ opacity: 0, transform: 'translateY(-10px)' }, {}], quick);
    return;
  }
  if (was.top !== top) row.animate([{ transform: `translateY(${was.top - top}px)` }, {}], quick);
  if (was.mark !== mark) row.animate([{ backgroundColor: 'var(--tint)' }, {}], { duration: 1400, easing: 'ease-out' });
}

/** leave lets a copy of a row that went fade out where it was. */
function leave(box: HTMLElement, row: HTMLElement, top: number): void {
  const copy = row.cloneNode(true) as HTMLElement;
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  delete copy.dataset.row;
  Object.assign(copy.style, { position: 'absolute', top: `${top}px`, left: '0', right: '0', pointerEvents: 'none' });
  box.append(copy);
  const gone = copy.animate([{}, { opacity: 0, transform: 'translateX(24px)' }], quick);
  gone.onfinish = gone.oncancel = () => { copy.remove(); };
}
