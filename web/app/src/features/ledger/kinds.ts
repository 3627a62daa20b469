import type { Stored } from '../../lib/api/types.gen';
import { t, type MessageID } from '../../lib/language';

const kinds: Readonly<Partial<Record<string, MessageID>>> = {
  calls: 'kindCalls', profile: 'kindProfile', assistant: 'kindAssistant', checks: 'kindChecks',
};

const losses: Readonly<Partial<Record<string, MessageID>>> = { calls: 'burnCalls', profile: 'burnProfile', assistant: 'burnAssistant' };

/** kindName names a kind of what is kept, in the server's word where the page has none. */
export const kindName = (kind: string): string => (kinds[kind] === undefined ? kind : t(kinds[kind]));

/** lossOf is what a user loses with a kind. */
export const lossOf = (kind: string): string =>
  [losses[kind], 'burnRest' as const].flatMap((id) => (id === undefined ? [] : [t(id)])).join(' ');

/** isBurnable reports whether the server deletes a kind by itself. */
export const isBurnable = ({ kind, delete: how }: Stored): boolean => how === `DELETE /api/me/ledger/${kind}`;
