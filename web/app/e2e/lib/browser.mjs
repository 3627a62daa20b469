import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const app = resolve(import.meta.dirname, '../..');

/** Where screenshots go; PARLEY_KEEP_SHOTS=1 renews the committed ones. */
const shots = process.env.PARLEY_KEEP_SHOTS ? join(app, 'e2e/shots') : join(app, 'test-results');

const quiet = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

/** With a WAV file it is the microphone; without one there is no microphone. */
export function launch(wav) {
  const mic = wav
    ? ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${wav}`]
    : [];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', headless: true, args: [...quiet, ...mic] });
}

// LiveKit's client prints what breaks when the server puts a tab out, or ends a call, if its word of that comes later than
// the end of the channels.
const putOut = /^(DataChannel error on \w+: User-Initiated Abort|publisher data channel '\w+' closed unexpectedly)/;

/** openPage opens the app and keeps what goes wrong in it; prepare is told of the context before. */
export async function openPage(browser, url, { prepare, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 }, ...options });
  await prepare?.(context);
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !putOut.test(message.text())) faults.push(message.text());
  });
  await page.goto(url);
  return { page, faults };
}

export async function shoot(page, name) {
  await mkdir(shots, { recursive: true });
  await page.screenshot({ path: join(shots, `${name}.png`) });
}

/**
 * loudest listens for ms milliseconds to what the page plays of the character
 * and returns the greatest root mean square of a window, 0-1.
 */
export function loudest(page, ms) {
  return page.evaluate(async (ms) => {
    const playing = () => [...document.querySelectorAll('audio')].find((el) => el.srcObject && !el.paused);
    const end = performance.now() + ms;
    const context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 2048 });
    const samples = new Float32Array(analyser.fftSize);
    let source;
    let most = 0;
    while (performance.now() < end) {
      const element = playing();
      if (element && !source) {
        source = context.createMediaStreamSource(element.srcObject);
        source.connect(analyser);
      }
      analyser.getFloatTimeDomainData(samples);
      most = Math.max(most, Math.sqrt(samples.reduce((sum, s) => sum + s * s, 0) / samples.length));
      await new Promise((done) => setTimeout(done, 50));
    }
    await context.close();
    return most;
  }, ms);
}
