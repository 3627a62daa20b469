import type { Store } from '../../lib/settings';

const viewKey = 'parley.view';

/** How a call is shown: whether it has captions, in which of three sizes, and whether reactions float beside the face. */
export interface View {
  captions: boolean;
  size: 'small' | 'usual' | 'large';
  reactions: boolean;
}

/** storedView is how calls are shown; what was never set, or cannot be read, is as usual. */
export function storedView(store: Store): View {
  let words: string[] = [];
  try {
    words = (store.getItem(viewKey) ?? '').split(' ');
  } catch {
    // a browser that keeps nothing
  }
  const size = (['small', 'large'] as const).find((one) => words.includes(one)) ?? 'usual';
  return { captions: !words.includes('no-captions'), size, reactions: !words.includes('no-reactions') };
}

export function storeView(store: Store, { captions, size, reactions }: View): void {
  try {
    store.setItem(viewKey, [size, !captions && 'no-captions', !reactions && 'no-reactions'].filter((word) => word !== false).join(' '));
  } catch {
    // it is so for this call
  }
}
