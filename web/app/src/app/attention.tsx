import type { ReactNode } from 'react';
import { CardNews } from '../features/cards/card-news';
import { ConfirmCard } from '../features/cards/confirm-card';
import type { Place } from '../features/cards/places';
import { FiredReminder } from '../features/reminders/fired-reminder';
import { firedOf } from '../features/reminders/model';
import type { AssistantState } from '../lib/api/types.gen';
import type { Commands } from '../lib/assistant/use-outbox';
import styles from './assistant.module.css';

interface Props {
  state: AssistantState | undefined;
  places: readonly Place[];
  now: number;
  /** lang is the language the assistant asks in. */
  lang: string;
  commands: Commands;
  /** The call. */
  children: ReactNode;
}

/** Attention is what waits for the user, just above where one types: it does not scroll away. */
export function Attention({ state, places, now, lang, commands, children }: Props) {
  const confirms = state?.confirms.filter((confirm) => Date.parse(confirm.expires) > now) ?? [];
  return (
    <>
      <CardNews cards={state?.cards ?? []} places={places} confirms={confirms} />
      <div className={styles.attention}>
        {state !== undefined && firedOf(state.reminders).map((reminder) => (
        <FiredReminder key={reminder.id} reminder={reminder} commands={commands} />
      ))}
      {confirms.map((confirm) => (
        <ConfirmCard key={confirm.id} confirm={confirm} lang={lang} commands={commands} />
      ))}
      {children}
      </div>
    </>
  );
}
