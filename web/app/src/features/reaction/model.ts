import type { CallEvent } from '../../lib/rpc/events';
import type { EmojiReaction } from '../../lib/rpc/types.gen';

/** The newest reaction; a new object each time, so that equal ones differ. */
export type Reaction = EmojiReaction | undefined;

export function react(reaction: Reaction, event: CallEvent): Reaction {
  switch (event.kind) {
    case 'begun':
      return undefined;
    case 'emoji':
      return { ...event.reaction };
    default:
      return reaction;
  }
}
