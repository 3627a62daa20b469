import type { Memory, MemoryKind } from '../../lib/api/types.gen';

/** A part of what is remembered. */
export interface Group {
  kind: MemoryKind;
  title: string;
  memories: Memory[];
}

const titles: Record<MemoryKind, string> = { preference: 'What you like', fact: 'About you', episode: 'What you talked about' };

/** groupsOf are the memories by kind, the newest first; what is empty is left out. */
export function groupsOf(memories: readonly Memory[]): Group[] {
  return (Object.keys(titles) as MemoryKind[]).map((kind) => ({
    kind, title: titles[kind],
    memories: memories.filter((memory) => memory.kind === kind).sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)),
  })).filter((group) => group.memories.length > 0);
}

/** sourceWords says where a memory is from, and how sure that is; a conversation is what it is. */
export function sourceWords({ kind, source, confidence }: Pick<Memory, 'kind' | 'source' | 'confidence'>): string {
  if (source === 'explicit') return kind === 'episode' ? '' : 'you said so';
  if (confidence >= 0.85) return 'guessed, quite sure';
  return confidence >= 0.5 ? 'guessed, fairly sure' : 'guessed, not sure';
}

/** nameWords names a preference: "travel, airline"; nothing for what has no name. */
export const nameWords = ({ category = '', key = '' }: Pick<Memory, 'category' | 'key'>): string =>
  [category, key].filter((part) => part !== '').join(', ').replace(/_/g, ' ');

/** zonesOf are all zones the browser knows, with that of the user's among them. */
export function zonesOf(zone: string, known: readonly string[]): string[] {
  return zone === '' || known.includes(zone) ? [...known] : [zone, ...known];
}

/** knownZones are those of the browser; older ones do not tell. */
export const knownZones = (): string[] => ('supportedValuesOf' in Intl ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : ['UTC']);

/** importedWords says what came of a calendar file. */
export function importedWords(entries: number, problems: number): string {
  const taken = entries === 1 ? '1 entry was taken' : `${entries} entries were taken`;
  return problems === 0 ? `${taken}.` : `${taken}, ${problems === 1 ? 'one could not be' : `${problems} could not be`}:`;
}
