import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/**
 * giveMic gives a page, before it is loaded, a microphone that is quiet until speak says something into it: for
 * talks whose next line depends on what was answered.
 */
export const giveMic = (context) => context.addInitScript(() => {
  navigator.mediaDevices.getUserMedia = () => {
    const audio = new AudioContext({ sampleRate: 48_000 });
    const mouth = new MediaStreamAudioDestinationNode(audio, { channelCount: 1 });
    const quiet = new ConstantSourceNode(audio, { offset: 0 });
    quiet.connect(mouth);
    quiet.start();
    window.mic = { audio, mouth };
    return Promise.resolve(mouth.stream);
  };
});

/** say says a fixture, but for so many seconds at its beginning, and returns when it is said. */
export async function say(page, name, from = 0) {
  const wav = (await readFile(resolve(import.meta.dirname, `../fixtures/${name}.wav`))).toString('base64');
  await page.evaluate(async ([wav, from]) => {
    const { audio, mouth } = window.mic;
    const voice = new AudioBufferSourceNode(audio, {
      buffer: await audio.decodeAudioData(Uint8Array.from(atob(wav), (c) => c.charCodeAt(0)).buffer),
    });
    voice.connect(mouth);
    voice.start(0, from);
    await new Promise((done) => { voice.onended = done; });
  }, [wav, from]);
}

/**
 * speak says a fixture when it is the user's turn, until what it is to bring about is there, four times at most: a
 * person who was not understood says it again.
 */
export async function speak(page, name, wanted) {
  for (let time = 1; ; time++) {
    await page.getByTestId('floor').filter({ hasText: 'Your turn' }).first().waitFor({ timeout: 30_000 });
    await say(page, name);
    try {
      await wanted.waitFor({ timeout: 15_000 });
      return;
    } catch (fault) {
      if (time === 4) throw new Error(`${name} was said four times: ${await page.getByRole("log").innerText()}`, { cause: fault });
    }
  }
}
