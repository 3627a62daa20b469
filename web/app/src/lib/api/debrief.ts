import type { Before } from '../rpc/events';
import { readEvents } from '../sse';
import type { CallView, Debrief, DebriefDone, DebriefPart, Receipt } from './calls.gen';
import { ask, request } from './client';

export type {
  Advice, Branch, Check, Coaching, Debrief, Key, Moment, Number as SpeechNumber, Line as TranscriptLine, Point, Receipt, Sentence, Step,
} from './calls.gen';

const path = (call: string) => `/api/calls/${encodeURIComponent(call)}`;

/**
 * followDebrief yields the debrief of a call of the user's, first without and then with its three sentences. It
 * rejects if the stream breaks off before its end, or no model could write what one was to.
 */
export async function* followDebrief(call: string, signal: AbortSignal): AsyncGenerator<Debrief> {
  const reply = await request(`${path(call)}/debrief/stream`, { signal });
  let debrief: Debrief | undefined;
  if (reply.body !== null) {
    for await (const { event, data } of readEvents(reply.body)) {
      if (event === 'done') {
        if ((JSON.parse(data) as DebriefDone).failed === true) break;
        return;
      }
      if (event !== 'part') continue;
      const part = JSON.parse(data) as DebriefPart;
      debrief = part.debrief ?? debrief;
      if (debrief !== undefined && part.coaching !== undefined) debrief = { ...debrief, coaching: part.coaching };
      if (debrief !== undefined) yield debrief;
    }
  }
  throw new Error('it is not whole');
}

/** isRecorded reports whether a call is over, with all that is told of it. It rejects for a call that is not the user's. */
export async function isRecorded(call: string, signal: AbortSignal): Promise<boolean> {
  const { summary } = await ask<CallView>(path(call), { signal });
  return summary.outcome !== undefined;
}

/**
 * beforeOf is what a call of the user's goes on from, undefined for one that begins by itself. The line that the character
 * says again is left out. It rejects while nothing is kept of the call yet.
 */
export async function beforeOf(call: string, signal: AbortSignal): Promise<Before | undefined> {
  const { summary, turns } = await ask<CallView>(path(call), { signal });
  if (summary.from === undefined) return undefined;
  const here = summary.curve[0];
  const inherited = turns.filter((line) => line.inherited === true);
  if (here === undefined || inherited.length === 0) throw new Error('it is not kept yet');
  const past = inherited.length < turns.length ? inherited : inherited.slice(0, -1); // what is said again takes its place
  const parent = await ask<CallView>(path(summary.from.call), { signal }).catch(() => undefined); // deleted meanwhile
  return {
    lines: past.map(({ turn, who, text, reactions }) => ({ turn, role: who, text, acts: reactions ?? [] })),
    here,
    curve: parent?.summary.curve ?? [],
  };
}

/** deleteCall deletes a call and, unless they are kept, those that go on from it. */
export const deleteCall = (call: string, forks: 'delete' | 'keep'): Promise<Receipt> => ask(`${path(call)}?forks=${forks}`, { method: 'DELETE' });

const post = (where: string, body: unknown): Promise<void> =>
  ask(where, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

/** rateCall keeps what the user thought of a call. */
export const rateCall = (call: string, rating: { stars: number }): Promise<void> => post(`${path(call)}/rating`, rating);

/** correctCall keeps what the user says they said in a turn of theirs. */
export const correctCall = (call: string, said: { turn: number; text: string }): Promise<void> => post(`${path(call)}/corrections`, said);
