import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, loudest, openPage, shoot } from './lib/browser.mjs';
import { askHint, assertStopped, endCall, progressMoves, said, startCall } from './lib/call.mjs';
import { startServer } from './lib/server.mjs';
import { padWav } from './lib/wav.mjs';

let server;
let browser;
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-mic-'));
  const wav = join(folder, 'mic.wav');
  // 8 s for the opening, 9 s for the answer.
  await padWav(resolve(import.meta.dirname, 'fixtures/return.wav'), wav, 8, 9);
  server = await startServer();
  browser = await launch(wav);
});

after(async () => {
  await browser?.close();
  const ended = await server?.stop();
  await rm(folder, { recursive: true, force: true });
  if (ended) assertStopped(ended);
});

test('a call by voice', { timeout: 120_000 }, async () => {
  const { page, faults } = await openPage(browser, server.url);
  await startCall(page, 'Sterling');

  const level = await loudest(page, 4000);
  assert.ok(level > 0.01, `the opening's level is ${level}, want over 0.01`);
  await said(page, 'Sterling', 'Bold');

  await said(page, 'You', /months|money|times|report/, 45_000);
  const progress = await progressMoves(page, 45_000);
  assert.ok(progress > 0, `progress ${progress}, want it over 0`);

  await askHint(page);
  await shoot(page, 'voice');
  await endCall(page);
  assert.deepEqual(faults, []);
});
