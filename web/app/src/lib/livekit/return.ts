import { ParticipantKind, type RemoteParticipant, type Room } from 'livekit-client';
import { MethodCatchUp, MethodEndCall } from '../rpc/types.gen';

/** How long the character's voice is waited for before it is told that the page is there, in ms. */
const voiceMS = 1500;
const tries = 4;
const pauseMS = 600;

const wait = (ms: number) => new Promise((resolve) => { setTimeout(resolve, ms); });

const agentIn = (room: Room): RemoteParticipant | undefined =>
  [...room.remoteParticipants.values()].find(({ kind }) => kind === ParticipantKind.AGENT);

const ask = (room: Room, destinationIdentity: string, method: string, responseTimeout: number) =>
  room.localParticipant.performRpc({ destinationIdentity, method, payload: '{}', responseTimeout });

/**
 * catchUp has the agent send what was shown so far, for a page that comes back to a call, and go on: when its voice can
 * be heard, or a moment later. It returns when it was asked or cannot be.
 */
export async function catchUp(room: Room, signal: AbortSignal): Promise<void> {
  const hears = () => [...(agentIn(room)?.trackPublications.values() ?? [])].some((track) => track.isSubscribed);
  for (let waited = 0; waited < voiceMS && !hears() && !signal.aborted; waited += 50) await wait(50);
  for (let n = 0; n < tries && !signal.aborted; n++) {
    const agent = agentIn(room);
    try {
      if (agent !== undefined) {
        await ask(room, agent.identity, MethodCatchUp, 4000);
        return;
      }
    } catch {
      // it may have been asked a moment ago, or not be reachable yet
    }
    await wait(pauseMS);
  }
}

/** The rooms of calls that a page comes back to, until it has caught up or given up. */
const comings = new WeakMap<Room, Promise<unknown>>();

/** comesBack says that a page comes back to the call in room, and what ends once it is there. */
export function comesBack(room: Room, there: Promise<unknown>): void {
  comings.set(room, there.catch(() => undefined));
}

/** caughtUp ends when all that was shown so far was asked for, at once in a call that is new. */
export const caughtUp = (room: Room): Promise<unknown> => comings.get(room) ?? Promise.resolve();

/** leaveForGood tells the agent that nobody comes back, and leaves the room. */
export async function leaveForGood(room: Room): Promise<void> {
  const agent = agentIn(room);
  if (agent !== undefined) await ask(room, agent.identity, MethodEndCall, 1000).catch(() => undefined);
  await room.disconnect();
}
