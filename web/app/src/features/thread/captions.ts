import type { Message } from '../../lib/api/types.gen';

/** What one side says in a call just now. */
export interface Caption {
  id: string;
  role: 'user' | 'character';
  text: string;
  final: boolean;
}

/** A caption that is in no message, and the message it was said before. */
export interface Unstored {
  caption: Caption;
  before: string | undefined;
}

/**
 * unstored are the captions of a call that are in none of its messages, each in
 * its place: what is said is stored a moment after it was captioned, several
 * captions as one message, of an answer that was cut only what was heard, and
 * some of it never. One that was heard differently is taken to be the message of
 * its side that stands in its place.
 */
export function unstored(captions: readonly Caption[], messages: readonly Message[]): Unstored[] {
  const stored = match(captions, messages);
  const matched = new Set(stored);
  return captions.flatMap((caption, i) => {
    if (stored[i] !== undefined) return [];
    const from = stored.slice(0, i).findLast((at) => at !== undefined) ?? -1;
    const to = stored.slice(i).find((at) => at !== undefined) ?? messages.length;
    const another = messages.some((message, at) => at > from && at < to && !matched.has(at) && roleOf(message) === caption.role);
    return another && caption.final ? [] : [{ caption, before: messages[to]?.id }];
  });
}

/** match gives each caption the place of the message that it is in. */
function match(captions: readonly Caption[], messages: readonly Message[]): (number | undefined)[] {
  const rest = messages.map((message) => plain(message.content)); // what no caption has yet
  const from = { user: 0, character: 0 };
  return captions.map(({ role, text }) => {
    const words = plain(text);
    if (words === '') return undefined;
    const at = messages.findIndex((message, i) => {
      const said = rest[i] ?? '';
      return i >= from[role] && roleOf(message) === role && said !== '' && (said.includes(words) || words.includes(said));
    });
    if (at < 0) return undefined;
    const said = rest[at] ?? '';
    rest[at] = said.includes(words) ? said.slice(said.indexOf(words) + words.length) : '';
    from[role] = at;
    return at;
  });
}

const roleOf = (message: Message): Caption['role'] => (message.role === 'user' ? 'user' : 'character');

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
