/** Sound is a moment of a microphone: its level as root mean square, 0-1, and whether it held nothing but zeros. */
export interface Sound {
  level: number;
  zeros: boolean;
}

export interface Tap {
  track: MediaStreamTrack;
  /** read is the last windowMS of it; undefined while the browser keeps the page from listening. */
  read: () => Sound | undefined;
  close: () => void;
}

/** At 48 kHz 170 ms, so that looks of 100 ms miss nothing. */
const windowSize = 8192;

/**
 * tap listens to a microphone's track beside the call, also while it is muted. LiveKit mutes by `enabled` and keeps the
 * device open, so a clone, whose `enabled` is its own, goes on hearing: the device is not opened twice, no permission is
 * asked, and what the clone hears leaves the page nowhere.
 */
export function tap(track: MediaStreamTrack): Tap {
  const context = new AudioContext();
  const heard = track.clone();
  heard.enabled = true;
  const analyser = new AnalyserNode(context, { fftSize: windowSize });
  context.createMediaStreamSource(new MediaStream([heard])).connect(analyser);
  const samples = new Float32Array(windowSize);
  return {
    track,
    read: () => {
      if (context.state !== 'running') return undefined;
      analyser.getFloatTimeDomainData(samples);
      return soundOf(samples);
    },
    close: () => {
      heard.stop();
      void context.close();
    },
  };
}

/** soundOf measures samples. */
export function soundOf(samples: Float32Array): Sound {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return { level: Math.sqrt(sum / Math.max(1, samples.length)), zeros: sum === 0 };
}
