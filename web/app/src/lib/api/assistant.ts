import { t } from '../language';
import { readEvents } from '../sse';
import { ApiError, ask, request } from './client';
import type {
  AssistantCommand, AssistantEvent, AssistantState, CalendarReply, ChatReply, ChatRequest, ChatToken, CommandReply, ErrorReply, TasksReply,
} from './types.gen';

// What an assistant keeps is the user's own: every request carries their cookie or, where there is none, their secret id.

const bearer = (user: string): Record<string, string> => (user === '' ? {} : { Authorization: `Bearer ${user}` });

const post = (user: string, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { ...bearer(user), 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});

/** getAssistant is all that is kept of the user, now. */
export const getAssistant = (user: string, signal: AbortSignal): Promise<AssistantState> =>
  ask('/api/assistant', { headers: bearer(user), signal });

/** sendCommand does command; keepalive lets it go out while the page is being left. */
export const sendCommand = (user: string, command: AssistantCommand, keepalive = false): Promise<CommandReply> =>
  ask('/api/assistant/commands', { ...post(user, command), keepalive });

/** importCalendar puts an .ics file in the place of the user's calendar. */
export const importCalendar = (user: string, file: Blob): Promise<CalendarReply> =>
  ask('/api/assistant/calendar', { method: 'POST', headers: { ...bearer(user), 'Content-Type': 'text/calendar' }, body: file });

/**
 * watchAssistant yields the state and all that changes until the server ends it.
 * onBytes runs whenever anything comes.
 */
export async function* watchAssistant(user: string, signal: AbortSignal, onBytes: () => void): AsyncGenerator<AssistantEvent> {
  const reply = await request('/api/assistant/stream', { headers: bearer(user), signal });
  for await (const { data } of eventsOf(reply, signal, onBytes)) yield JSON.parse(data) as AssistantEvent;
}

/** One step of an answer. */
export type ChatStep =
  | { kind: 'tasks'; reply: TasksReply }
  | { kind: 'token'; token: ChatToken }
  | { kind: 'done'; reply: ChatReply };

/** chat sends a message and yields its answer; the last step is "done", or it rejects with an ApiError. */
export async function* chat(user: string, message: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatStep> {
  const reply = await request('/api/chat/stream', { ...post(user, message), signal });
  for await (const { event, data } of eventsOf(reply, signal)) {
    switch (event) {
      case 'tasks':
        yield { kind: 'tasks', reply: JSON.parse(data) as TasksReply };
        break;
      case 'token':
        yield { kind: 'token', token: JSON.parse(data) as ChatToken };
        break;
      case 'done':
        yield { kind: 'done', reply: JSON.parse(data) as ChatReply };
        return;
      case 'error': {
        const { error, field } = JSON.parse(data) as ErrorReply;
        throw new ApiError(error, field, undefined, 500);
      }
    }
  }
  throw new ApiError(t('deskCutOff'));
}

/** eventsOf yields the events of reply; a connection that is lost is an ApiError of status 0. */
async function* eventsOf(reply: Response, signal: AbortSignal, onBytes?: () => void) {
  if (reply.body === null) return;
  try {
    yield* readEvents(reply.body, onBytes);
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
    throw new ApiError(t('deskLost'));
  }
}
