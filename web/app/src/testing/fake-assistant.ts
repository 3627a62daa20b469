import { vi } from 'vitest';
import type { AssistantCommand, AssistantEvent, AssistantState, CallReply, ChatRequest } from '../lib/api/types.gen';
import { emptyState } from './assistant';

/** An answer to POST /api/chat/stream, as the server makes it. */
interface Answering {
  request: ChatRequest;
  send: (event: string, data: unknown) => void;
  end: () => void;
}

/** FakeAssistant answers what the page asks of an assistant's server; tests decide what happens there. */
export class FakeAssistant {
  state: AssistantState = emptyState;
  /** down is a server that nobody answers at. */
  down = false;
  readonly commands: AssistantCommand[] = [];
  readonly chats: Answering[] = [];
  readonly users: string[] = [];
  private readonly streams: ReadableStreamDefaultController<Uint8Array>[] = [];

  constructor() {
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => this.answer(path, init));
  }

  /** tell tells every open page. */
  tell(event: AssistantEvent): void {
    for (const stream of this.streams) write(stream, event.type, event);
  }

  /** change stores something and tells of it; without telling, the page misses it. */
  change(some: Partial<AssistantState>, told = true): void {
    const prev = this.state.rev;
    this.state = { ...this.state, ...some, rev: prev + 1 };
    if (told) this.tell({ type: 'patch', patch: { ...some, prev, rev: prev + 1 } });
  }

  /** breakOff ends every open stream. */
  breakOff(): void {
    for (const stream of this.streams.splice(0)) stream.error(new TypeError('network error'));
  }

  private async answer(path: string, { headers, body, method, signal }: RequestInit): Promise<Response> {
    await Promise.resolve();
    if (this.down) throw new TypeError('Failed to fetch');
    this.users.push(new Headers(headers).get('Authorization') ?? '');
    switch (path) {
      case '/api/assistant':
        return json(this.state);
      case '/api/assistant/stream': {
        const stream = streaming(this.streams, signal);
        write(this.streams.at(-1), 'state', { type: 'state', state: this.state });
        return stream;
      }
      case '/api/assistant/commands':
        this.commands.push(JSON.parse(body as string) as AssistantCommand);
        return json({ rev: this.state.rev + 1 });
      case '/api/chat/stream': {
        const lines: ReadableStreamDefaultController<Uint8Array>[] = [];
        const reply = streaming(lines, signal);
        const request = JSON.parse(body as string) as ChatRequest;
        this.chats.push({ request, send: (event, data) => { write(lines[0], event, data); }, end: () => lines[0]?.close() });
        return reply;
      }
      case '/api/calls':
        return json({ url: 'ws://x', token: 't', room: 'r', identity: 'ada' } satisfies CallReply);
      default:
        return method === 'DELETE' ? new Response(null, { status: 204 }) : json({ error: 'there is nothing here' }, 404);
    }
  }
}

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });

function streaming(to: ReadableStreamDefaultController<Uint8Array>[], signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => { to.push(controller); } });
  const own = to.at(-1);
  signal?.addEventListener('abort', () => {
    if (own === undefined || !to.includes(own)) return;
    to.splice(to.indexOf(own), 1);
    own.error(new DOMException('aborted', 'AbortError'));
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

function write(to: ReadableStreamDefaultController<Uint8Array> | undefined, event: string, data: unknown): void {
  to?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
}
