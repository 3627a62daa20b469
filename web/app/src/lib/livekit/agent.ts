import { RpcError, type Room } from 'livekit-client';
import { parseHint } from '../rpc/parse';
import {
  AttrCall,
  CodeBusy,
  CodeCallOver,
  CodeNoHints,
  CodeNotYourCall,
  MethodCancelTurn,
  MethodEndCall,
  MethodEndTurn,
  MethodHint,
  MethodSetPatience,
  MethodStartTurn,
  TopicChat,
  type Hint,
  type SetPatience,
} from '../rpc/types.gen';

/** What the page asks of the agent. */
export class Agent {
  constructor(
    private readonly room: Room,
    readonly identity: string,
  ) {}

  /** callID is that of the call it holds; empty where it does not tell. */
  get callID(): string {
    return this.room.remoteParticipants.get(this.identity)?.attributes[AttrCall] ?? '';
  }

  /** hint asks for the next hint; it rejects with an AgentError. */
  async hint(): Promise<Hint> {
    const hint = parseHint(await this.call(MethodHint));
    if (hint === undefined) throw new AgentError('The hint could not be read.');
    return hint;
  }

  /** end asks the agent to end the call; it answers with a call_ended of its own. */
  async end(): Promise<void> {
    await this.call(MethodEndCall);
  }

  /**
   * startTurn takes the floor: from now on only what is said between it and
   * endTurn is heard, cancelTurn takes it back.
   */
  async startTurn(): Promise<void> {
    await this.call(MethodStartTurn);
  }

  async endTurn(): Promise<void> {
    await this.call(MethodEndTurn);
  }

  async cancelTurn(): Promise<void> {
    await this.call(MethodCancelTurn);
  }

  /** setPatience says how long the user wants to be waited for. */
  async setPatience(seconds: number): Promise<void> {
    await this.call(MethodSetPatience, { seconds });
  }

  /**
   * say sends what the user typed as a turn of theirs and returns a segment of
   * its own for it: the agent captions it for others alone.
   */
  async say(text: string): Promise<string> {
    const { id } = await this.room.localParticipant.sendText(text, { topic: TopicChat, destinationIdentities: [this.identity] });
    return id;
  }

  private async call(method: string, value: SetPatience | object = {}): Promise<string> {
    const payload = JSON.stringify(value);
    try {
      return await this.room.localParticipant.performRpc({ destinationIdentity: this.identity, method, payload });
    } catch (error) {
      throw new AgentError(words(error), error instanceof RpcError && error.code === CodeNoHints);
    }
  }
}

/** AgentError carries plain words for the user. */
export class AgentError extends Error {
  constructor(
    message: string,
    readonly noHints = false,
  ) {
    super(message);
  }
}

function words(error: unknown): string {
  switch (error instanceof RpcError ? error.code : undefined) {
    case CodeNoHints:
      return 'There are no more hints.';
    case CodeCallOver:
      return 'The call has ended.';
    case CodeNotYourCall:
      return 'The character is in a call with someone else.';
    case CodeBusy:
      return 'That was too fast. Try again in a moment.';
    default:
      return 'The character could not be asked. Try again.';
  }
}
