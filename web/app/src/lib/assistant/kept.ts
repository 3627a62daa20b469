import type { AssistantEvent, AssistantPatch, AssistantState, Message } from '../api/types.gen';

/** An answer that is being made. */
export interface Answer {
  text: string;
  /** next is the index of the token that comes next. */
  next: number;
  /** Why there is none; text is then the reason. */
  failed?: boolean;
  /** doing is the tool at work, written how many characters the model has written for it. */
  doing?: string | undefined;
  written?: number;
}

/** Kept is what the page knows of all that is kept for the user. */
export interface Kept {
  /** state is undefined until the server has told it. */
  state: AssistantState | undefined;
  /** held are patches that do not follow the state: those between are missing. */
  held: readonly AssistantPatch[];
  /** answers are those under way, by the id of the user's message. */
  answers: Readonly<Record<string, Answer>>;
}

export const nothingKept: Kept = { state: undefined, held: [], answers: {} };

/** maxHeld bounds the patches that wait; the state that is then asked for has the older ones. */
const maxHeld = 200;

/** maxMessages bounds a page that is open for long; older messages go first. */
const maxMessages = 400;

/** LiveEvent is one thing that the page learns: from the stream, or the whole state that it asked for. */
export type LiveEvent = AssistantEvent | { type: 'asked'; state: AssistantState };

/** isBehind says that changes are missing: the whole state must be asked for. */
export const isBehind = (kept: Kept): boolean => kept.held.length > 0;

/** fold takes in what the server tells. */
export function fold(kept: Kept, event: LiveEvent): Kept {
  switch (event.type) {
    case 'asked':
      // It may have been overtaken by the stream.
      if (kept.state !== undefined && !isBehind(kept) && event.state !== undefined && event.state.rev < kept.state.rev) return kept;
      return event.state === undefined ? kept : replay({ ...kept, state: event.state });
    case 'state':
      return event.state === undefined ? kept : replay({ state: event.state, held: [], answers: open(kept.answers, event.state.messages) });
    case 'patch':
      return 'patch' in event && event.patch !== undefined ? patched(kept, event.patch) : kept;
    default:
      return 'message_id' in event ? { ...kept, answers: answered(kept.answers, event) } : kept;
  }
}

/** replay applies the patches that were held, as far as they follow. */
function replay({ held, ...kept }: Kept): Kept {
  return held.reduce(patched, { ...kept, held: [] });
}

function patched(kept: Kept, patch: AssistantPatch): Kept {
  const { state } = kept;
  if (state !== undefined && patch.rev <= state.rev) return kept;
  if (state?.rev !== patch.prev || isBehind(kept)) return { ...kept, held: [...kept.held, patch].slice(-maxHeld) };
  const next = apply(state, patch);
  return { ...kept, state: next, answers: open(kept.answers, patch.messages ?? []) };
}

function apply(state: AssistantState, p: AssistantPatch): AssistantState {
  const gone = new Set(p.gone);
  const merge = <T extends { id: string }>(all: T[], changed: T[] | undefined): T[] => {
    if (changed === undefined && gone.size === 0) return all;
    const news = new Map(changed?.map((one) => [one.id, one]));
    const merged = all.filter((one) => !gone.has(one.id)).map((one) => {
      const other = news.get(one.id);
      news.delete(one.id);
      return other ?? one;
    });
    return [...merged, ...news.values()];
  };
  return {
    rev: p.rev,
    zone: p.zone ?? state.zone,
    listed: p.listed ?? state.listed,
    tasks: merge(state.tasks, p.tasks),
    reminders: merge(state.reminders, p.reminders),
    memories: merge(state.memories, p.memories),
    messages: newest(merge(state.messages, p.messages)),
    confirms: merge(state.confirms, p.confirms),
    cards: merge(state.cards, p.cards),
  };
}

const newest = (all: Message[]) => (all.length > maxMessages ? all.slice(-maxMessages) : all);

/** open are the answers to which no message of messages is the reply. */
function open(answers: Kept['answers'], messages: readonly Message[]): Kept['answers'] {
  const replied = new Set(messages.map((message) => message.replyTo));
  const left = Object.entries(answers).filter(([id]) => !replied.has(id));
  return left.length === Object.keys(answers).length ? answers : Object.fromEntries(left);
}

/** answered takes in a step of an answer. */
function answered(answers: Kept['answers'], event: AssistantEvent): Kept['answers'] {
  const { message_id: id = '', text = '', index = 0 } = event;
  const old = answers[id] ?? { text: '', next: 0 };
  const put = (answer: Answer) => ({ ...answers, [id]: answer });
  switch (event.type) {
    case 'message.created':
      return put({ text: '', next: 0 });
    case 'llm.token':
      if (index === 0) return put({ text, next: 1 }); // also where the answer begins anew
      if (index < old.next) return answers;
      return put({ text: index === old.next ? old.text + text : `${old.text}… ${text}`, next: index + 1 });
    case 'message.completed':
      return put({ text: text === '' ? old.text : text, next: old.next });
    case 'tool.call':
      return put({ ...old, doing: text, written: 0 });
    case 'tool.progress':
      return put({ ...old, written: index });
    case 'tool.result':
      return put({ ...old, doing: undefined });
    case 'error':
      return put({ text, next: old.next, failed: true });
    default:
      return answers;
  }
}
