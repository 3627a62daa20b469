import { language } from './language';

/** all is a list of the server's, which has null for some that are empty. */
export const all = <T>(list: readonly T[] | null | undefined): readonly T[] => list ?? [];

/** listWords says several things in one breath, in the page's language: "3 open, 1 overdue". */
export const listWords = (words: readonly string[]): string => new Intl.ListFormat(language(), { type: 'unit', style: 'short' }).format(words);
