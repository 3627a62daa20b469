import { Track } from 'livekit-client';

/** microphoneOnly selects voice; the agent speaks on a microphone track too. */
export const microphoneOnly = [Track.Source.Microphone];
