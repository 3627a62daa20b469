/** One event of a stream of server-sent events (WHATWG HTML section 9.2). */
export interface ServerEvent {
  /** The event's name, "message" if it has none. */
  event: string;
  data: string;
}

/** maxEvent is how many characters one event may have: a state of 2,000 tasks with notes fits. */
const maxEvent = 16 * 1024 * 1024;

/** EventParser reads events from text that comes in pieces of any size. */
export class EventParser {
  private pieces: string[] = []; // of a line that has not ended
  private size = 0; // of the event so far
  private afterCR = false;
  private event = '';
  private data: string[] = [];

  /** feed takes the next piece and returns the events that it ends. It throws if one is too large. */
  feed(piece: string): ServerEvent[] {
    if (piece === '') return [];
    const events: ServerEvent[] = [];
    const end = /\r\n?|\n/g;
    let from = this.afterCR && piece.startsWith('\n') ? 1 : 0;
    end.lastIndex = from;
    for (let found = end.exec(piece); found !== null; found = end.exec(piece)) {
      this.keep(piece.slice(from, found.index));
      const line = this.pieces.join('');
      this.pieces = [];
      const whole = this.take(line);
      if (whole !== undefined) events.push(whole);
      from = end.lastIndex;
    }
    this.afterCR = piece.endsWith('\r');
    this.keep(piece.slice(from));
    return events;
  }

  private keep(text: string): void {
    this.size += text.length;
    if (this.size > maxEvent) throw new Error('an event is too large');
    if (text !== '') this.pieces.push(text);
  }

  /** take reads a line and returns the event that it ends, if it ends one. */
  private take(line: string): ServerEvent | undefined {
    if (line === '') {
      const whole = this.data.length > 0 ? { event: this.event || 'message', data: this.data.join('\n') } : undefined;
      this.event = '';
      this.data = [];
      this.size = 0;
      return whole;
    }
    const colon = line.indexOf(':');
    if (colon === 0) {
      this.size -= line.length; // a comment
      return undefined;
    }
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'event') this.event = value;
    if (name === 'data') this.data.push(value);
    return undefined;
  }
}

/**
 * readEvents yields the events of body until it ends; one that is cut off in the
 * middle is not yielded. onBytes runs whenever anything comes, comments too.
 * It rejects if the connection is lost, and lets go of it when it is left.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes: () => void = () => undefined): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      yield* parser.feed(decoder.decode(value, { stream: true }));
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
