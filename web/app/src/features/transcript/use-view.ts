import { useState } from 'react';
import { useShortcut } from '../../components/use-shortcut';
import type { Store } from '../../lib/settings';
import { storedView, storeView, type View } from './view';

/** useView is how calls are shown, kept in store; the key C shows captions or not. */
export function useView(store: Store): [View, (view: View) => void] {
  const [view, setView] = useState(() => storedView(store));
  const change = (next: View) => {
    storeView(store, next);
    setView(next);
  };
  useShortcut('c', () => { change({ ...view, captions: !view.captions }); });
  return [view, change];
}
