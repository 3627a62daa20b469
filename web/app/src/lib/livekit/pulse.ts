import { Track, type RemoteTrack, type Room } from 'livekit-client';

/** How often it is looked at, in ms. */
export const lookMS = 300;

/**
 * How long nothing may come, in ms. The character's track has a packet every 20 ms, silence too; with a busy machine of
 * two cores the longest gap in Chromium was 321 ms, and a radio link loses more than a second only when it is lost.
 */
export const silentMS = 1200;

/**
 * watchPulse tells when nothing has come from the character's track for silentMS, and when something comes again. LiveKit
 * itself hears of a server that is gone without a word after 15 s. It returns what ends it.
 */
export function watchPulse(room: Room, identity: string, tell: (beats: boolean) => void): () => void {
  let track: RemoteTrack | undefined;
  let packets = -1;
  let at = 0;
  let beats = true;
  const ended = new AbortController();
  const look = async () => {
    const next: RemoteTrack | undefined = room.remoteParticipants.get(identity)?.getTrackPublication(Track.Source.Microphone)?.track;
    const came = received(await next?.getRTCStatsReport());
    if (ended.signal.aborted) return;
    if (next !== track || came !== packets) {
      [track, packets, at] = [next, came ?? -1, Date.now()];
    }
    const now = Date.now() - at < silentMS;
    if (now === beats) return;
    beats = now;
    tell(beats);
  };
  const timer = setInterval(() => { look().catch(() => undefined); }, lookMS);
  return () => {
    ended.abort();
    clearInterval(timer);
  };
}

/** received is how many packets of sound came so far, by a track's report; undefined without one. */
function received(report: RTCStatsReport | undefined): number | undefined {
  let packets: number | undefined;
  report?.forEach((stats: { type: string; packetsReceived?: number }) => {
    if (stats.type === 'inbound-rtp') packets = stats.packetsReceived;
  });
  return packets;
}
