import { RpcError, type Room } from 'livekit-client';
import { t } from '../language';
import { parseHint, parseMoreTime } from '../rpc/parse';
import { caughtUp } from './return';
import {
  AttrCall,
  CodeBusy,
  CodeCallOver,
  CodeNoHints,
  CodeNoTime,
  CodeNotYourCall,
  MethodCancelTurn,
  MethodEndCall,
  MethodEndTurn,
  MethodHint,
  MethodMoreTime,
  MethodNoLimit,
  MethodPause,
  MethodSetPatience,
  MethodStartTurn,
  MethodStillHere,
  TopicChat,
  type Hint,
  type Pause,
  type SetPatience,
} from '../rpc/types.gen';

/** What the page asks of the agent. */
export class Agent {
  /** The texts on their way: what is asked after them goes behind them. */
  private typing: Promise<unknown> = Promise.resolve();

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
    if (hint === undefined) throw new AgentError(t('hintUnread'));
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

  /** stillHere says that the user is there, though nothing is heard of them. */
  async stillHere(): Promise<void> {
    await this.call(MethodStillHere);
  }

  /** pause stops both clocks, or has them go on. */
  async pause(on: boolean): Promise<void> {
    await this.call(MethodPause, { on });
  }

  /** moreTime asks for more than the time limit and returns how many seconds more there are; it rejects with an AgentError. */
  async moreTime(): Promise<number> {
    const more = parseMoreTime(await this.call(MethodMoreTime));
    if (more === undefined) throw new AgentError(t('notAsked'));
    return more.seconds;
  }

  /** noLimit takes the time limit away for the rest of the call. */
  async noLimit(): Promise<void> {
    await this.call(MethodNoLimit);
  }

  /**
   * say sends what the user typed as a turn of theirs and returns a segment of
   * its own for it: the agent captions it for others alone. In a call that the page
   * comes back to it waits until what was shown before is asked for, in which it would
   * come once more.
   */
  async say(text: string): Promise<string> {
    const sent = Promise.all([this.typing, caughtUp(this.room)]).then(() => this.room.localParticipant.sendText(text, { topic: TopicChat, destinationIdentities: [this.identity] }));
    this.typing = sent.catch(() => undefined);
    return (await sent).id;
  }

  private async call(method: string, value: SetPatience | Pause | object = {}): Promise<string> {
    const payload = JSON.stringify(value);
    await this.typing;
    try {
      return await this.room.localParticipant.performRpc({ destinationIdentity: this.identity, method, payload });
    } catch (error) {
      const is = (code: number) => error instanceof RpcError && error.code === code;
      throw new AgentError(words(error), is(CodeNoHints), is(CodeNoTime));
    }
  }
}

/** AgentError carries plain words for the user. */
export class AgentError extends Error {
  constructor(
    message: string,
    readonly noHints = false,
    readonly noTime = false,
  ) {
    super(message);
  }
}

function words(error: unknown): string {
  switch (error instanceof RpcError ? error.code : undefined) {
    case CodeNoHints:
      return t('hintsGone');
    case CodeNoTime:
      return t('timeNone');
    case CodeCallOver:
      return t('callOver');
    case CodeNotYourCall:
      return t('notYourCall');
    case CodeBusy:
      return t('tooFast');
    default:
      return t('notAsked');
  }
}
