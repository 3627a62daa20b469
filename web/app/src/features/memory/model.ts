import type { Memory, MemoryKind } from '../../lib/api/types.gen';
import { t, type MessageID } from '../../lib/language';

/** A part of what is remembered. */
export interface Group {
  kind: MemoryKind;
  title: string;
  memories: Memory[];
}

const titles: Record<MemoryKind, MessageID> = { preference: 'memoryLike', fact: 'memoryAbout', episode: 'memoryTalked' };

/** groupsOf are the memories by kind, the newest first; what is empty is left out. */
export function groupsOf(memories: readonly Memory[]): Group[] {
  return (Object.keys(titles) as MemoryKind[]).map((kind) => ({
    kind, title: t(titles[kind]),
    memories: memories.filter((memory) => memory.kind === kind).sort((a, b) => b.updatedAt.localeCompare(a.updatedAt)),
  })).filter((group) => group.memories.length > 0);
}

/** sourceWords says where a memory is from, and how sure that is; a conversation is what it is. */
export function sourceWords({ kind, source, confidence }: Pick<Memory, 'kind' | 'source' | 'confidence'>): string {
  if (source === 'explicit') return kind === 'episode' ? '' : t('memorySaid');
  if (confidence >= 0.85) return t('memoryQuiteSure');
  return t(confidence >= 0.5 ? 'memoryFairlySure' : 'memoryNotSure');
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
  return problems === 0 ? t('calendarTaken', { n: entries }) : t('calendarTakenSome', { n: entries, bad: problems });
}
