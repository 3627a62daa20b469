import { ParticipantKind, RpcError, Track, type RemoteAudioTrack, type Room, type RoomEvent, type RpcInvocationData } from 'livekit-client';
import { vi } from 'vitest';
import type { CaptionReader } from '../lib/livekit/captions';

interface Participant {
  identity: string;
  kind: ParticipantKind;
  isLocal: boolean;
  attributes: Record<string, string>;
  getTrackPublication: (source: Track.Source) => { track: RemoteAudioTrack } | undefined;
}

interface TextReader extends CaptionReader {
  readAll: () => Promise<string>;
}

type TextHandler = (reader: TextReader, from: { identity: string }) => void;

/** FakeRoom is what the page uses of LiveKit's room, without a network: tests play the agent and the server. */
export class FakeRoom {
  readonly remoteParticipants = new Map<string, Participant>();
  readonly localParticipant = {
    identity: 'ada',
    isLocal: true,
    isSpeaking: false,
    isMicrophoneEnabled: false,
    hasMicrophone: false,
    /** What the browser gives of the microphone. */
    microphone: undefined as MediaStreamTrack | undefined,
    getTrackPublication: () =>
      this.localParticipant.hasMicrophone ? { track: { mediaStreamTrack: this.localParticipant.microphone } } : undefined,
    performRpc: vi.fn<(asked: { destinationIdentity: string; method: string; payload: string }) => Promise<string>>(() => Promise.resolve('ok')),
    sendText: vi.fn<(text: string, options: object) => Promise<{ id: string }>>(() => Promise.resolve({ id: 'stream-of-mine' })),
    publishTrack: vi.fn(() => Promise.resolve()),
    setMicrophoneEnabled: vi.fn<(on: boolean) => Promise<void>>((on) => {
      this.localParticipant.isMicrophoneEnabled = on;
      return Promise.resolve();
    }),
  };
  readonly connect = vi.fn(() => Promise.resolve());
  readonly disconnect = vi.fn(() => Promise.resolve());
  readonly startAudio = vi.fn(() => Promise.resolve());
  readonly switchActiveDevice = vi.fn<(kind: string, id: string) => Promise<boolean>>(() => Promise.resolve(true));
  canPlaybackAudio = true;

  readonly methods = new Map<string, (data: RpcInvocationData) => Promise<string>>();
  readonly topics = new Map<string, TextHandler>();
  private readonly listeners = new Map<RoomEvent, Set<(...values: unknown[]) => void>>();

  /** The fake as the page's code takes it. */
  get room(): Room {
    return this as unknown as Room;
  }

  on(event: RoomEvent, listener: (...values: unknown[]) => void): this {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  off(event: RoomEvent, listener: (...values: unknown[]) => void): this {
    this.listeners.get(event)?.delete(listener);
    return this;
  }

  emit(event: RoomEvent, ...values: unknown[]): void {
    this.listeners.get(event)?.forEach((listener) => { listener(...values); });
  }

  /** How many listen to event. */
  count(event: RoomEvent): number {
    return this.listeners.get(event)?.size ?? 0;
  }

  registerRpcMethod(method: string, handler: (data: RpcInvocationData) => Promise<string>): void {
    if (this.methods.has(method)) throw new Error(`method ${method} is registered already`);
    this.methods.set(method, handler);
  }

  registerTextStreamHandler(topic: string, handler: TextHandler): void {
    if (this.topics.has(topic)) throw new Error(`topic ${topic} has a handler already`);
    this.topics.set(topic, handler);
  }

  /** add puts a participant into the room, without an event. */
  add(identity: string, kind: ParticipantKind, attributes: Record<string, string> = {}): Participant {
    const participant = { identity, kind, isLocal: false, attributes, getTrackPublication: () => undefined };
    this.remoteParticipants.set(identity, participant);
    return participant;
  }

  addAgent(attributes: Record<string, string> = {}): Participant {
    return this.add('agent-1', ParticipantKind.AGENT, attributes);
  }

  /** call is an RPC of the participant from; it answers as the page does. */
  call(method: string, payload: string, from = 'agent-1'): Promise<string> {
    const handler = this.methods.get(method);
    if (handler === undefined) return Promise.reject(new RpcError(1400, `nobody takes ${method}`));
    return handler({ requestId: 'r', callerIdentity: from, payload, responseTimeout: 1 });
  }

  /** send is a text stream of the participant from, in pieces; an Error among them breaks it off. */
  send(topic: string, pieces: (string | Error)[], from = 'agent-1', attributes: Record<string, string> = {}): void {
    const each = async function* () {
      for (const piece of pieces) {
        if (piece instanceof Error) throw piece;
        yield await Promise.resolve(piece);
      }
    };
    const readAll = async () => {
      let text = '';
      for await (const piece of each()) text += piece;
      return text;
    };
    this.topics.get(topic)?.({ info: { id: 'stream-1', attributes }, readAll, [Symbol.asyncIterator]: each }, { identity: from });
  }
}
