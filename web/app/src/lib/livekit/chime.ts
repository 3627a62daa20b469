import { storedDevice } from './devices';

/** How long each of the two notes of the test sound is, in s, and their pitch in Hz: within what any loudspeaker gives. */
const noteS = 0.35;
const notes = [523, 659] as const;

/** playChime plays a test sound where calls are heard, and resolves when it is over; it rejects where that device is gone. */
export async function playChime(): Promise<void> {
  const context = new AudioContext();
  const out = storedDevice('audiooutput');
  try {
    if (out !== undefined && 'setSinkId' in context) await (context as AudioContext & { setSinkId: (id: string) => Promise<void> }).setSinkId(out);
    const begin = context.currentTime + 0.05;
    const played = notes.map((frequency, i) => {
      const note = new OscillatorNode(context, { frequency });
      const gain = new GainNode(context, { gain: 0 });
      note.connect(gain).connect(context.destination);
      const at = begin + i * noteS;
      gain.gain.setValueAtTime(0.25, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + noteS);
      note.start(at);
      note.stop(at + noteS);
      return new Promise((done) => { note.onended = done; });
    });
    await Promise.all(played);
  } finally {
    await context.close();
  }
}
