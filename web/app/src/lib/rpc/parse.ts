import type { CallEnded, Checker, EmojiReaction, Hint, Outcome, State, Trouble } from './types.gen';

/** A payload from the agent is checked before the page believes it. */
export type Fields = Record<string, unknown>;

const outcomes: readonly Outcome[] = ['won', 'lost', 'timeout', 'left', 'error'];
const states: readonly State[] = ['initializing', 'idle', 'listening', 'thinking', 'speaking'];

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function fields(payload: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(payload));
  } catch {
    return undefined;
  }
}

export const isText = (v: unknown): v is string => typeof v === 'string';
export const isCount = (v: unknown, max: number): v is number => Number.isInteger(v) && (v as number) >= 0 && (v as number) <= max;

export function parseChecker(payload: string): Checker | undefined {
  const f = fields(payload);
  const good =
    f !== undefined &&
    typeof f.is_goal_complete === 'boolean' &&
    typeof f.is_bad_ending_triggered === 'boolean' &&
    isCount(f.progress_towards_goal, 10) &&
    isCount(f.previous_progress_towards_goal, 10) &&
    isText(f.CTA);
  return good ? (f as unknown as Checker) : undefined;
}

export function parseEmoji(payload: string): EmojiReaction | undefined {
  const f = fields(payload);
  return f !== undefined && isText(f.emoji) && isText(f.label) ? { emoji: f.emoji, label: f.label } : undefined;
}

export function parseEnded(payload: string): CallEnded | undefined {
  const f = fields(payload);
  const good = f !== undefined && outcomes.includes(f.outcome as Outcome) && isText(f.call_id) && isText(f.reason);
  return good ? (f as unknown as CallEnded) : undefined;
}

export function parseHint(payload: string): Hint | undefined {
  const f = fields(payload);
  const good = f !== undefined && isCount(f.level, 3) && isText(f.text) && isCount(f.remaining, 99);
  return good ? (f as unknown as Hint) : undefined;
}

export function parseTrouble(text: string): Trouble | undefined {
  const f = fields(text);
  const good = f !== undefined && isText(f.role) && isText(f.reason) && typeof f.over === 'boolean';
  return good ? (f as unknown as Trouble) : undefined;
}

export function parseState(attribute: string | undefined): State | undefined {
  return states.find((state) => state === attribute);
}
