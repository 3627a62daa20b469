import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { launch, openPage, shoot } from './lib/browser.mjs';
import { startCall } from './lib/call.mjs';
import { giveMic, say } from './lib/mic.mjs';
import { startServer } from './lib/server.mjs';

// What the page knows itself, and how soon it says it: of the microphone, and of a server that is gone.

let server, browser;
before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser.close();
  await server.stop();
});

/** seen is after how many ms words are there, since a time; printed, for whoever reads the run. */
async function seen(page, name, words, since, most) {
  await page.getByRole('status').filter({ hasText: words }).first().waitFor({ timeout: 10_000 });
  const ms = Date.now() - since;
  console.log(`${name}: said after ${ms} ms`);
  assert.deepEqual(await violations(page), [], name);
  await shoot(page, name);
  assert.ok(ms < most, `${name} was said after ${ms} ms, want under ${most}`);
}

test('a microphone of zeros, who speaks while muted, and a server that is gone are each said', { timeout: 120_000 }, async () => {
  const { page, faults } = await openPage(browser, server.url, { prepare: giveMic });
  await startCall(page, 'Sterling');
  await page.getByRole('button', { name: 'Mute' }).waitFor();
  await seen(page, 'zeros', 'We hear nothing from', Date.now(), 5000);

  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
  const spoken = Date.now();
  const speaking = say(page, 'return');
  await seen(page, 'muted', "You're muted.", spoken, 5000);
  await speaking;
  await page.keyboard.press('m');
  await page.getByText("You're muted.").waitFor({ state: 'detached', timeout: 2000 });

  assert.deepEqual(faults, []);

  const lost = 'The connection is lost, trying again.';
  const stopped = Date.now();
  process.kill(server.pid, 'SIGSTOP'); // nobody closes a connection
  await seen(page, 'server-frozen', lost, stopped, 5000);
  process.kill(server.pid, 'SIGCONT');
  await page.getByText(lost).waitFor({ state: 'detached', timeout: 5000 });

  const killed = Date.now();
  process.kill(server.pid, 'SIGKILL');
  await seen(page, 'server-killed', lost, killed, 5000);
  assert.equal(await page.getByText('Your turn').count(), 0);
  await page.getByRole('button', { name: 'Retry' }).waitFor({ timeout: 20_000 });
  console.log(`retry: offered after ${Date.now() - killed} ms`);
  assert.deepEqual(await violations(page), [], 'retry');
  await page.getByRole('button', { name: 'End the call' }).click();
  await page.getByText(lost).waitFor({ state: 'detached', timeout: 10_000 });
});
