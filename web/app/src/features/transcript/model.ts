import type { CallEvent } from '../../lib/rpc/events';
import type { Role } from '../../lib/rpc/types.gen';

/** One line of the transcript: speech of either side, what the character does, or where the call was cut off and began anew. */
export type Line =
  | { kind: 'speech'; id: string; role: Role; text: string; final: boolean; recap?: true }
  | { kind: 'act'; id: string; text: string }
  | { kind: 'anew'; id: string };

export type Transcript = readonly Line[];

/** maxLines bounds a transcript; older lines go first. */
const maxLines = 500;

/**
 * transcribe folds captions into lines. A segment keeps the place where it was
 * first seen; each step replaces its text, and a final step stays.
 */
export function transcribe(lines: Transcript, event: CallEvent): Transcript {
  switch (event.kind) {
    case 'begun':
      return [];
    case 'anew':
      return add(lines, { kind: 'anew', id: `anew-${lines.length}` });
    case 'recap': {
      const told = event.recap.lines.map(({ segment: id, role, text }) => ({ kind: 'speech', id, role, text, final: true, recap: true }) as const);
      const ids = new Set(told.map(({ id }) => id));
      const rest = lines.filter(({ id }) => !ids.has(id));
      const isOld = (line: Line) => line.kind === 'speech' && line.recap === true; // of the parts before
      return [...rest.filter(isOld), ...told, ...rest.filter((line) => !isOld(line))].slice(-maxLines);
    }
    case 'emoji':
      return add(lines, { kind: 'act', id: `act-${lines.length}-${event.reaction.label}`, text: event.reaction.label });
    case 'caption': {
      const { segment: id, role, text, final } = event;
      const at = lines.findIndex((line) => line.id === id);
      const old = lines[at];
      if (old === undefined) return text === '' ? lines : add(lines, { kind: 'speech', id, role, text, final });
      if (old.kind !== 'speech' || (old.final && !final)) return lines;
      if (text === '') return final ? lines.toSpliced(at, 1) : lines;
      return lines.with(at, { ...old, text, final });
    }
    default:
      return lines;
  }
}

function add(lines: Transcript, line: Line): Transcript {
  return [...lines.slice(-(maxLines - 1)), line];
}

/** newestOf is the user's newest line, if all of it was heard. */
export function newestOf(lines: Transcript) {
  const newest = lines.findLast((line) => line.kind === 'speech' && line.role === 'user');
  return newest?.kind === 'speech' && newest.final ? newest : undefined;
}

/** userSpeaks says whether the user's newest line is still being heard. */
export function userSpeaks(lines: Transcript): boolean {
  const newest = lines.findLast((line) => line.kind === 'speech');
  return newest?.kind === 'speech' && newest.role === 'user' && !newest.final;
}
