import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, loudest, openPage, shoot } from './lib/browser.mjs';
import { askHint, assertStopped, endCall, progressMoves, said, startCall } from './lib/call.mjs';
import { startServer } from './lib/server.mjs';

let server;
let browser;

before(async () => {
  server = await startServer();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  const ended = await server?.stop();
  if (ended) assertStopped(ended);
});

test('a call by text, with no microphone', { timeout: 120_000 }, async () => {
  const { page, faults } = await openPage(browser, server.url, { permissions: [] });
  await startCall(page, 'Sterling');
  await page.getByText(/microphone (is not allowed|was found|could not)|No microphone/).waitFor();

  const level = await loudest(page, 4000);
  assert.ok(level > 0.01, `the opening's level is ${level}, want over 0.01`);
  await said(page, 'Sterling', 'Bold');

  const box = page.getByLabel('Type to Sterling');
  await box.fill('You get three times the money back in eighteen months, hm?');
  await box.press('Enter');
  await said(page, 'You', 'eighteen months');
  const progress = await progressMoves(page, 30_000);
  assert.ok(progress > 0, `progress ${progress}, want it over 0`);
  assert.equal(await page.getByText('Hint 1').count(), 0, 'typing an h asked for a hint');

  await box.blur();
  await askHint(page);
  await shoot(page, 'text');
  await endCall(page);
  assert.deepEqual(faults, []);
});
