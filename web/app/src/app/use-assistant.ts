import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react';
import { nothingPlaced, placeCards, type Placed } from '../features/cards/places';
import { wantedBy } from '../features/thread/chats';
import { useChats, type Chatting } from '../features/thread/use-chats';
import type { Message } from '../lib/api/types.gen';
import { fold, isBehind, nothingKept, type Kept, type LiveEvent } from '../lib/assistant/kept';
import { newestRev } from '../lib/assistant/outbox';
import { useLive, type Live } from '../lib/assistant/use-live';
import { useOutbox, type Commands } from '../lib/assistant/use-outbox';
import { ownZone } from '../lib/time';

/** What the server has told, as each part of the page keeps it. */
export interface Told {
  kept: Kept;
  placed: Placed;
}

export const nothingTold: Told = { kept: nothingKept, placed: nothingPlaced };

export function tell(told: Told, event: LiveEvent): Told {
  return { kept: fold(told.kept, event), placed: placeCards(told.placed, event) };
}

export interface Assistant extends Told {
  live: Live;
  commands: Commands;
  chatting: Chatting;
}

const none: readonly Message[] = [];

/** useAssistant is all that is known of what scene keeps for the user, and how to change it. busy is set during a call. */
export function useAssistant(user: string, scene: string, busy: boolean): Assistant {
  const [told, emit] = useReducer(tell, nothingTold);
  const { state } = told.kept;
  const [commands, resend] = useOutbox(user, state?.rev ?? 0);
  const chatting = useChats(user, scene, state?.messages ?? none);
  const want = Math.max(newestRev(commands.outbox), wantedBy(chatting.chats));
  const live = useLive(user, { rev: state?.rev, behind: isBehind(told.kept), want, busy }, emit);

  const connected = live.connection.state === 'live';
  const onConnected = useEffectEvent(resend);
  useEffect(() => {
    if (connected) onConnected();
  }, [connected]);

  useOwnZone(state?.zone, useCallback((zone: string) => { commands.send({ type: 'profile', zone }); }, [commands]));
  return { ...told, live, commands, chatting };
}

/**
 * useOwnZone tells the browser's zone if none is known when the page first hears of
 * the user, and never again: what is forgotten elsewhere stays so.
 */
function useOwnZone(zone: string | undefined, tellZone: (zone: string) => void): void {
  const heard = useRef(false);
  useEffect(() => {
    if (zone === undefined || heard.current) return;
    heard.current = true;
    if (zone === '') tellZone(ownZone());
  }, [zone, tellZone]);
}
