import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loudest, shoot } from '../lib/browser.mjs';
import { serveHooks, sign } from '../lib/hooks.mjs';
import { giveMic, say } from '../lib/mic.mjs';
import { product } from '../lib/product.mjs';

const scene = 'riskyProjectApproval';

// Before the product: its end may fail, and no hook runs after one that failed.
const hooks = await serveHooks();
after(() => hooks.stop());

const parley = product();

/** prepare gives a page its microphone, and a promise that it is recorded. */
async function prepare(context) {
  await giveMic(context);
  await context.addInitScript(() => {
    window.recording = new Promise((done) => {
      const { start } = window.MediaRecorder.prototype;
      window.MediaRecorder.prototype.start = function (...slice) {
        this.addEventListener('start', done, { once: true });
        start.apply(this, slice);
      };
    });
  });
}

/** start opens the page and starts a session. */
async function start(metadata, asks = {}) {
  const token = await sign(parley.server.data, metadata);
  const { livekit_url: url } = await (await fetch(`${parley.server.url}/api/status`)).json();
  const opened = await parley.open({ url: `${hooks.url}#${new URLSearchParams({ url, token, ...asks })}`, prepare });
  await opened.page.getByRole('button', { name: 'Start' }).click();
  return opened;
}

const line = (page, type, words) => page.locator(`li[data-type=${type}]`, { hasText: words });

for (const mount of [0, 600, 1200]) {
  test(`a call on hooks alone, mounted ${mount} ms late`, { timeout: 60_000 }, async () => {
    const { page, faults } = await start(scene, { mount });
    await page.locator('output[data-voice=true]', { hasText: /listening|thinking|speaking/ }).waitFor({ timeout: 15_000 });
    if (mount === 0) {
      const level = await loudest(page, 2500);
      assert.ok(level > 0.01, `the opening's level is ${level}, want over 0.01`);
    }
    await line(page, 'agentTranscript', 'Bold').waitFor({ timeout: 15_000 });
    for (const words of ['You get three times the money back', 'Within eighteen months']) {
      await page.getByLabel('Message').fill(words);
      await page.getByLabel('Message').press('Enter');
      await line(page, 'chatMessage', words).waitFor();
    }
    const said = () => page.locator('li[data-type=agentTranscript]').count();
    for (let tries = 0; (await said()) < 2 && tries < 100; tries++) await page.waitForTimeout(100); // the answer
    await page.waitForTimeout(500);
    assert.ok((await said()) >= 2, 'what was typed was not answered');
    assert.equal(await line(page, 'agentTranscript', 'Bold').count(), 1, 'the opening stands twice');
    assert.deepEqual(await page.locator('li[data-mine=true]').allInnerTexts(),
      ['You get three times the money back', 'Within eighteen months'], 'what was typed stands there once');
    if (mount === 600) await shoot(page, 'hooks');
    assert.deepEqual(faults, []);
    await page.context().close();
  });
}

test('a refusal can be read', { timeout: 60_000 }, async () => {
  const { page } = await start('noSuchScene', { mount: 600 });
  await line(page, 'agentTranscript', 'there is no scenario').waitFor({ timeout: 15_000 });
  await page.waitForTimeout(1500);
  assert.equal(await page.locator('output').getAttribute('data-agent'), 'idle', 'the agent left at once');
  await shoot(page, 'refused');
  await page.context().close();
});

for (const [mic, then] of [['on', 'goes on'], ['once', 'ends']]) {
  test(`what is said while connecting is heard, and the track ${then}`, { timeout: 60_000 }, async () => {
    const { page } = await start(scene, { mic, connect: 'told' });
    await page.evaluate(() => window.recording);
    // Its last sentence: LiveKit's client records 10 s, connecting included.
    await say(page, 'return', 3.36);
    await page.evaluate(() => window.dispatchEvent(new window.Event('connect')));
    // PocketSphinx hears "every month", "every months" or "every minds", and "report" or "board".
    await line(page, 'userTranscript', /numbers to you/).waitFor({ timeout: 25_000 }).catch(async (fault) => {
      throw new Error(`heard: ${await page.locator('li').allInnerTexts()}`, { cause: fault });
    });
    await page.locator('li[data-type=userTranscript] ~ li[data-type=agentTranscript]').waitFor({ timeout: 15_000 });
    await page.context().close();
  });
}
