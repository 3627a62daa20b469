import { ConsentVersion, type Consent } from './api/types.gen';
import type { Store } from './settings';

/** Choice is what the user answered to what they are told before their first call, and when, in ms since 1970. */
export interface Choice extends Consent {
  at: number;
}

const key = 'parley.consent';

/** here is the choice of a page whose browser keeps nothing. */
let here: Choice | undefined;

/** consentOf is the user's choice for the version that the page tells; undefined until they made one, and once it is withdrawn. */
export function consentOf(store: Store): Choice | undefined {
  let kept: Partial<Choice> | null;
  try {
    kept = JSON.parse(store.getItem(key) ?? 'null') as Partial<Choice> | null;
  } catch {
    return here;
  }
  const { version, keep_days: days, keep_nothing: nothing, at } = kept ?? {};
  if (version !== ConsentVersion || typeof at !== 'number') return undefined;
  return { version, at, ...(typeof days === 'number' && { keep_days: days }), ...(nothing === true && { keep_nothing: true }) };
}

/** keepConsent keeps a choice on this device; undefined withdraws it. */
export function keepConsent(store: Store, choice: Choice | undefined): void {
  here = choice;
  try {
    if (choice === undefined) store.removeItem(key);
    else store.setItem(key, JSON.stringify(choice));
  } catch {
    // it counts until the page is left
  }
}

/** sentConsent is a choice as POST /api/calls takes it. */
export const sentConsent = ({ version, keep_days, keep_nothing }: Choice): Consent => ({
  version,
  ...(keep_days !== undefined && { keep_days }),
  ...(keep_nothing === true && { keep_nothing }),
});
