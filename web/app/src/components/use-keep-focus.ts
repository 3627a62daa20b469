import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

/**
 * useKeepFocus keeps the keyboard in a list whose rows move and go: on the same
 * control of the same row where it still is, else on the same control of the row
 * that took its place, else on fallback. Rows have a data-row, their controls a
 * data-control. Returns what the list takes as onFocus and onBlur.
 */
export function useKeepFocus<T extends HTMLElement>(list: RefObject<T | null>, fallback: RefObject<HTMLElement | null>) {
  const held = useRef<{ row: string; control: string; place: number }>(undefined);
  useLayoutEffect(() => {
    const box = list.current;
    if (held.current === undefined || box === null || document.activeElement !== document.body) return;
    const { row, control, place } = held.current;
    const rows = rowsOf(box);
    const next = rows.find((one) => one.dataset.row === row) ?? rows[Math.min(place, rows.length - 1)];
    const target = next?.querySelector<HTMLElement>(`[data-control='${control}']`) ?? next?.querySelector<HTMLElement>('[data-control]') ?? fallback.current;
    target?.focus();
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest<HTMLElement>('[data-row]');
      held.current = row === null || list.current === null ? undefined : {
        row: row.dataset.row ?? '', control: (target as HTMLElement).dataset.control ?? '', place: rowsOf(list.current).indexOf(row),
      };
    },
    // Something else that takes the focus keeps it; a row that goes gives it to nothing.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) held.current = undefined;
    },
  };
}

const rowsOf = (list: HTMLElement) =>
  [...list.querySelectorAll<HTMLElement>('[data-row]')].filter((row) => row.querySelector('[data-control]') !== null);
