import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agree, card, endCall, startCall } from './lib/call.mjs';
import { product } from './lib/product.mjs';

/** What the gallery may cost in bytes: scripts and styles as they are, and on the wire without their headers. */
const most = { raw: 260_000, sent: 80_000 };

const parley = product();

/** count adds up the scripts and styles that page loads from now on. */
async function count(page) {
  const loaded = { raw: 0, sent: 0, names: [] };
  const files = new Map();
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script' && type !== 'Stylesheet') return;
    files.set(requestId, response.encodedDataLength); // of the headers
    loaded.names.push(new URL(response.url).pathname);
  });
  cdp.on('Network.dataReceived', ({ requestId, dataLength }) => { if (files.has(requestId)) loaded.raw += dataLength; });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength: all }) => {
    if (files.has(requestId)) loaded.sent += Math.max(0, all - files.get(requestId)); // nothing from the cache
  });
  await cdp.send('Network.enable');
  return loaded;
}

/** callFiles tells the scripts that only a call needs: those that the page itself does not name. */
async function callFiles() {
  const page = await (await fetch(parley.server.url)).text();
  return ({ pathname }) => /\.js$/.test(pathname) && !page.includes(pathname);
}

test('the gallery loads without the call, which can be loaded again after a failure', { timeout: 60_000 }, async () => {
  const { page } = await parley.open({ url: 'about:blank' });
  const loaded = await count(page);
  const isCall = await callFiles();
  await page.route(isCall, (route) => route.abort());
  const asked = page.waitForRequest((request) => isCall(new URL(request.url())));
  await page.goto(parley.server.url);
  await card(page, 'Sterling').waitFor();
  const shown = await page.evaluate(() => Math.round(performance.now()));
  await asked; // nobody has called
  await page.waitForLoadState('networkidle');
  console.log(`the gallery: ${loaded.raw} bytes, ${loaded.sent} on the wire, a card within ${shown} ms: ${loaded.names.join(' ')}`);
  assert.ok(loaded.raw > 0 && loaded.raw <= most.raw, `${loaded.raw} bytes, want at most ${most.raw}`);
  assert.ok(loaded.sent > 0 && loaded.sent <= most.sent, `${loaded.sent} bytes on the wire, want at most ${most.sent}`);

  await card(page, 'Sterling').click();
  await page.getByRole('button', { name: 'Call Sterling' }).click();
  await page.getByRole('alert').getByText('The call could not be loaded').waitFor();
  await page.unroute(isCall);
  await page.getByRole('button', { name: 'Try again' }).click();
  await agree(page);
  await endCall(page);
  await page.context().close();
});

test('a click finds the call loaded, and a second visit loads nothing', { timeout: 60_000 }, async () => {
  const { page, faults } = await parley.open({ url: 'about:blank' });
  const first = await count(page);
  const ahead = page.waitForResponse(/\/livekit-/);
  await page.goto(parley.server.url);
  await ahead;
  await page.waitForLoadState('networkidle');
  const loaded = first.names.join(' ');
  assert.match(loaded, /\/call-screen-.*\/livekit-|\/livekit-.*\/call-screen-/);
  assert.doesNotMatch(loaded, /assistant|voice-call/);
  await startCall(page, 'Sterling');
  await endCall(page);
  assert.equal(first.names.join(' '), loaded);

  const { sent } = first;
  await page.goto(parley.server.url);
  await card(page, 'Sterling').waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(first.sent, sent, 'scripts and styles came over the wire again');
  assert.deepEqual(faults, []);
});
