import {
  MaxEngines,
  MaxProgress,
  Outcomes,
  States,
  type Card,
  type CallEnded,
  type Checker,
  type EmojiReaction,
  type EngineUsage,
  type Hint,
  type MoreTime,
  type Recap,
  type State,
  type Trouble,
  type Usage,
} from './types.gen';

// What the agent sends is checked before the page believes it: all of a payload
// or nothing.

/** maxMoreS is an hour, the longest time limit a scene may have (scenarios/check.go). */
const maxMoreS = 3600;

type Fields = Record<string, unknown>;

const isText = (v: unknown): v is string => typeof v === 'string';
const mayBeText = (v: unknown): boolean => v === undefined || isText(v);
const isFlag = (v: unknown): v is boolean => typeof v === 'boolean';
const isCount = (v: unknown, max = Number.MAX_SAFE_INTEGER): v is number => Number.isInteger(v) && (v as number) >= 0 && (v as number) <= max;
const isObject = (v: unknown): v is Fields => typeof v === 'object' && v !== null && !Array.isArray(v);
const isOneOf = (all: readonly unknown[], v: unknown): boolean => all.includes(v);

/** parse is the object of a JSON text that good approves of, else undefined. */
function parse(text: string, good: (f: Fields) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && good(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const parseChecker = (payload: string) =>
  parse(
    payload,
    (f) =>
      isFlag(f.is_goal_complete) &&
      isFlag(f.is_bad_ending_triggered) &&
      isCount(f.progress_towards_goal, MaxProgress) &&
      isCount(f.previous_progress_towards_goal, MaxProgress) &&
      isText(f.CTA),
  ) as Checker | undefined;

export const parseEmoji = (payload: string) => parse(payload, (f) => isText(f.emoji) && isText(f.label)) as EmojiReaction | undefined;

export const parseCard = (payload: string) =>
  parse(payload, (f) => isText(f.id) && f.id !== '' && isText(f.kind) && isText(f.title) && isText(f.text) && (f.data ?? null) !== null) as Card | undefined;

export const parseEnded = (payload: string) =>
  parse(payload, (f) => isOneOf(Outcomes, f.outcome) && isText(f.call_id) && isText(f.reason) && mayBeText(f.code)) as CallEnded | undefined;

const isHint = (f: unknown): boolean => isObject(f) && isCount(f.level, 3) && isText(f.text) && isCount(f.remaining, 99);

const isLine = (f: unknown): boolean =>
  isObject(f) && isText(f.segment) && f.segment !== '' && isOneOf(['user', 'character'], f.role) && isText(f.text) &&
  isFlag(f.final) && isFlag(f.typed) && isFlag(f.act);

export const parseHint = (payload: string) => parse(payload, isHint) as Hint | undefined;

export const parseMoreTime = (payload: string) => parse(payload, (f) => isCount(f.seconds, maxMoreS)) as MoreTime | undefined;

export const parseRecap = (text: string) =>
  parse(text, ({ lines, hints }) =>
    Array.isArray(lines) && lines.every(isLine) && Array.isArray(hints) && hints.every(isHint)) as Recap | undefined;

export const parseTrouble = (text: string) =>
  parse(text, (f) => isText(f.role) && isText(f.reason) && isFlag(f.over) && mayBeText(f.code) && mayBeText(f.engine)) as Trouble | undefined;

export const parseUsage = (text: string) =>
  parse(text, ({ engines }) => Array.isArray(engines) && engines.length <= MaxEngines && engines.every(isEngine)) as Usage | undefined;

export const parseState = (attribute: string | undefined): State | undefined => States.find((state) => state === attribute);

const roles = ['stt', 'llm', 'tts', 'checker'];

const counts = [
  'requests', 'retries', 'prompt_tokens', 'cached_tokens', 'completion_tokens', 'audio_ns', 'characters',
] as const satisfies (keyof EngineUsage)[];

const isEngine = (f: unknown): boolean =>
  isObject(f) &&
  isOneOf(roles, f.role) &&
  isText(f.engine) &&
  f.engine !== '' &&
  counts.every((name) => isCount(f[name])) &&
  isFlag(f.estimated) &&
  isFlag(f.priced) &&
  typeof f.cost_usd === 'number' &&
  f.cost_usd >= 0;
