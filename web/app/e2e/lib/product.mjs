import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before } from 'node:test';
import { launch, openPage } from './browser.mjs';
import { startServer } from './server.mjs';
import { joinWavs } from './wav.mjs';

/**
 * product runs a server and a browser for the tests of a file, and fails them if
 * the server does not end well and soon. With mic the browser has a microphone
 * that plays its parts over and over: seconds of silence, and names of fixtures
 * that are said. flags are more flags of the server.
 */
export function product({ mic, flags = [] } = {}) {
  const running = {
    /** open opens the server's page, or that of url, in a browser context of those options. */
    open: ({ url = running.server.url, ...options } = {}) => openPage(running.browser, url, options),
  };
  let folder;

  before(async () => {
    let wav;
    if (mic) {
      folder = await mkdtemp(join(tmpdir(), 'parley-mic-'));
      wav = join(folder, 'mic.wav');
      await joinWavs(wav, mic.map((part) => typeof part === 'number' ? part : resolve(import.meta.dirname, `../fixtures/${part}.wav`)));
    }
    running.server = await startServer(...flags);
    running.browser = await launch(wav);
  });

  after(async () => {
    await running.browser?.close();
    const ended = await running.server?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
    if (ended) assertStopped(ended);
  });

  return running;
}

/** assertStopped fails unless a server has ended well, and soon by the clock of ownTime. */
export function assertStopped({ status, signal, ms, log }) {
  assert.equal(status, 0, `exit status ${status}, signal ${signal}:\n${log}`);
  assert.ok(ms < 5000, `parley took ${Math.round(ms)} ms to end, want under 5000:\n${log}`);
}
