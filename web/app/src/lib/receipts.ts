import type { Store } from './settings';

/** A receipt is what the server told of a deletion. Only this browser keeps it. */
export interface Kept {
  id: string;
  at: string;
  events: number;
  bytes: number;
  calls: readonly string[];
}

const key = 'parley.receipts';
const most = 20;

/** receipts are those of the newest deletions, the newest first. */
export function receipts(store: Store): readonly Kept[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return []; // not ours, or a browser that keeps nothing
  }
}

function isKept(one: unknown): one is Kept {
  const { id, at, calls } = (one ?? {}) as Partial<Kept>;
  return typeof id === 'string' && typeof at === 'string' && Array.isArray(calls);
}

/** keepReceipt keeps a receipt in front of the others. */
export function keepReceipt(store: Store, receipt: Kept): void {
  try {
    store.setItem(key, JSON.stringify([receipt, ...receipts(store)].slice(0, most)));
  } catch {
    // a browser that keeps nothing
  }
}

/** receiptOf is the receipt of the deletion of a call. */
export const receiptOf = (store: Store, call: string): Kept | undefined => receipts(store).find(({ calls }) => calls.includes(call));
