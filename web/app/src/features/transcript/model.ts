import type { CallEvent } from '../../lib/rpc/events';
import type { Line as RecapLine, Role } from '../../lib/rpc/types.gen';

/** One line of the transcript, or of the call before, that this one goes on from: speech of either side, what the character does, or where the call was cut off and began anew. */
export type Line =
  | { kind: 'speech'; id: string; role: Role; text: string; final: boolean; typed?: true; recap?: true; before?: true }
  | { kind: 'act'; id: string; text: string; recap?: true; before?: true }
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
    case 'before': {
      const old = event.before.lines.flatMap(({ turn, role, text, acts }): Line[] => [
        { kind: 'speech', id: `before-${turn}`, role, text, final: true, before: true },
        ...acts.map((act, i) => ({ kind: 'act', id: `before-${turn}-${i}`, text: act, before: true }) as const),
      ]);
      return [...old, ...lines.filter((line) => !isBefore(line))].slice(-maxLines);
    }
    case 'recap': {
      const told = event.recap.lines.map((line) => retold(line, lines));
      const ids = new Set(told.map(({ id }) => id));
      const acts = new Set(told.flatMap((line) => (line.kind === 'act' ? [line.text] : [])));
      const isOld = (line: Line) => isBefore(line) || (line.kind !== 'anew' && line.recap === true); // of the parts before
      const rest = lines.filter((line) => !ids.has(line.id) && (isOld(line) || line.kind !== 'act' || !acts.has(line.text)));
      return [...rest.filter(isOld), ...told, ...rest.filter((line) => !isOld(line))].slice(-maxLines);
    }
    case 'emoji':
      return add(lines, { kind: 'act', id: `act-${lines.length}-${event.reaction.label}`, text: event.reaction.label });
    case 'caption': {
      const { segment: id, role, text, final } = event;
      const at = lines.findIndex((line) => line.id === id);
      const old = lines[at];
      if (old === undefined) return text === '' ? lines : add(lines, { kind: 'speech', id, role, text, final });
      if (old.kind !== 'speech' || old.typed === true || (old.final && !final)) return lines;
      if (text === '') return final ? lines.toSpliced(at, 1) : lines;
      return lines.with(at, { ...old, text, final });
    }
    default:
      return lines;
  }
}

/** retold is a line of before the page came back; what it has of a caption by itself is newer. What was typed is as it is. */
function retold({ segment: id, role, text, final, typed, act }: RecapLine, lines: Transcript): Line {
  if (act) return { kind: 'act', id, text, recap: true };
  if (typed) return { kind: 'speech', id, role, text, final: true, typed, recap: true };
  const own = lines.find((line) => line.id === id);
  const newer = !final && own?.kind === 'speech' ? { text: own.text, final: own.final } : { text, final };
  return { kind: 'speech', id, role, ...newer, recap: true };
}

const isBefore = (line: Line): boolean => line.kind !== 'anew' && line.before === true;

function add(lines: Transcript, line: Line): Transcript {
  return [...lines.slice(-(maxLines - 1)), line];
}

/** newestOf is the user's newest line, if all of it was heard. */
export function newestOf(lines: Transcript) {
  const newest = lines.findLast((line) => line.kind === 'speech' && line.role === 'user' && line.before !== true);
  return newest?.kind === 'speech' && newest.final ? newest : undefined;
}

/** userSpeaks says whether the user's newest line is still being heard. */
export function userSpeaks(lines: Transcript): boolean {
  const newest = lines.findLast((line) => line.kind === 'speech');
  return newest?.kind === 'speech' && newest.role === 'user' && !newest.final;
}
