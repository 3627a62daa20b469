import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { shoot } from './lib/browser.mjs';
import { endCall, startCall } from './lib/call.mjs';
import { product } from './lib/product.mjs';

// What stops a call, or would: silence, a pause, the time limit.

/** A scene that ends after 62 s, asks after 12 s whether one is there and hangs up after 25 s on who was never heard. */
const folder = mkdtempSync(join(tmpdir(), 'parley-short-'));
const scene = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../scenarios/smallTalkLift.json'), 'utf8'));
writeFileSync(join(folder, 'shortTalk.json'), JSON.stringify({ ...scene, id: 'shortTalk', botname: 'Quentin', time_limit_s: 62, timing: { away: '12s', silent: '25s' } }));

const parley = product({ flags: ['--scenarios', folder] });

const floor = (page, words) => page.getByTestId('floor').filter({ hasText: words }).waitFor({ timeout: 20_000 });

/** sound asserts that a state of the page has no fault, and keeps a picture of it. */
async function sound(page, name) {
  assert.deepEqual(await violations(page), [], name);
  await shoot(page, name);
}

test('who says nothing but that they are there is waited for, and has more time once', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open({ permissions: [] });
  await startCall(page, 'Quentin');
  const begun = Date.now();
  const near = page.getByRole('status').filter({ hasText: 'Less than 60 seconds are left.' });
  await near.waitFor({ timeout: 15_000 });
  await sound(page, 'time-limit');
  await near.getByRole('button', { name: 'More time' }).click();
  await page.getByText('You have 60 seconds more.').waitFor({ timeout: 2000 });
  assert.match(await page.getByRole('timer').innerText(), /^(2:00|1:5\d) left$/);

  const away = page.getByRole('status', { name: 'Are you there?' });
  await away.waitFor({ timeout: 45_000 });
  await sound(page, 'away');
  await away.getByRole('button', { name: "I'm here" }).click();
  await away.waitFor({ state: 'detached', timeout: 2000 });
  await page.waitForTimeout(begun + 35_000 - Date.now()); // who gave no sign of life is hung up on
  await endCall(page);
  assert.deepEqual(faults, []);
});

test('a pause stops the clocks, and is still there after a reload', { timeout: 60_000 }, async () => {
  const { page, faults } = await parley.open({ permissions: [] });
  await startCall(page, 'Sterling');
  await floor(page, 'Sterling is speaking');
  await page.keyboard.press('p');
  await floor(page, 'Paused');
  const paused = page.getByRole('status', { name: 'Paused' });
  await paused.waitFor();
  await sound(page, 'paused');
  const left = await page.getByRole('timer').innerText();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Go on' }).click();
  await paused.waitFor({ timeout: 20_000 });
  assert.equal(await page.getByRole('timer').innerText(), left);
  await paused.getByRole('button', { name: 'Go on' }).click();
  await paused.waitFor({ state: 'detached', timeout: 2000 });
  await floor(page, /Sterling is speaking|Your turn/);
  await endCall(page);
  assert.deepEqual(faults, []);
});
