import { useState } from 'react';
import { storedHold, storedNoLimit, storedPatience, storeHold, storeNoLimit, storePatience, type Store } from '../../lib/settings';

export interface SettingsState {
  /** Seconds the user wants to be waited for; undefined leaves it to the character. */
  patience: number | undefined;
  setPatience: (seconds: number | undefined) => void;
  /** Whether a button is held to talk. */
  hold: boolean;
  /** Whether calls have no time limit. */
  noLimit: boolean;
  setNoLimit: (on: boolean) => void;
  setHold: (on: boolean) => void;
}

/** useSettings holds what is chosen once and kept in store. */
export function useSettings(store: Store): SettingsState {
  const [patience, setPatience] = useState(() => storedPatience(store));
  const [noLimit, setNoLimit] = useState(() => storedNoLimit(store));
  const [hold, setHold] = useState(() => storedHold(store));
  return {
    patience,
    setPatience: (seconds) => {
      storePatience(store, seconds);
      setPatience(seconds);
    },
    hold,
    setHold: (on) => {
      storeHold(store, on);
      setHold(on);
    },
    noLimit,
    setNoLimit: (on) => {
      storeNoLimit(store, on);
      setNoLimit(on);
    },
  };
}
