import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { shoot } from './lib/browser.mjs';
import { endTalk, said, startCall } from './lib/call.mjs';
import { product } from './lib/product.mjs';

const parley = product();

/** sound holds a page to what all are held to: no violation, and no sideways scroll. */
async function sound(page) {
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, 'it scrolls sideways');
}

const narrow = { viewport: { width: 320, height: 640 }, colorScheme: 'dark', permissions: [] };

test('what is kept is listed, is there on another device, and is deleted on both', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open({ permissions: [] });
  await startCall(page, 'Sterling');
  await page.getByLabel('Type to Sterling').fill('good morning');
  await page.keyboard.press('Enter');
  await said(page, 'You', 'good morning');
  await endTalk(page, 'good morning');
  const debrief = page.url();
  assert.equal(await page.evaluate(() => window.localStorage.getItem('parley.user')), null, 'no script can read who the user is');

  await page.goto(`${parley.server.url}/me`);
  await page.getByRole('table', { name: 'What counted, by attempt' }).waitFor();
  assert.equal(await page.getByRole('link', { name: /^Attempt 1/ }).getAttribute('href'), new URL(debrief).pathname);
  await sound(page);
  await shoot(page, 'progress');

  await page.goto(`${parley.server.url}/me/data`);
  const calls = page.getByRole('row', { name: /^Calls/ });
  await calls.getByRole('cell').first().waitFor();
  assert.equal(await calls.getByRole('cell').first().innerText(), '1');
  await page.getByText(/^You agreed on/).waitFor();
  await page.getByRole('button', { name: 'Make a code' }).click();
  const link = await page.getByText('/me/join#').innerText();
  await sound(page);
  await shoot(page, 'ledger');

  const other = await parley.open({ ...narrow, url: link });
  await other.page.getByRole('heading', { name: /^Take over/ }).waitFor();
  assert.equal(other.page.url(), `${parley.server.url}/me/join`);
  await sound(other.page);
  await other.page.getByRole('button', { name: 'Take over' }).click();
  await other.page.getByRole('heading', { name: 'This device is yours, too' }).waitFor();
  await other.page.goto(debrief);
  await other.page.getByText('good morning').first().waitFor();
  await other.page.goto(`${parley.server.url}/me`);
  await other.page.getByRole('table', { name: 'What counted, by attempt' }).waitFor();
  await sound(other.page);
  await shoot(other.page, 'progress-320');
  await other.page.goto(`${parley.server.url}/me/data`);
  await other.page.getByRole('row', { name: /^Calls/ }).waitFor();
  await sound(other.page);
  await shoot(other.page, 'ledger-320');

  const stranger = await parley.open({ ...narrow, url: link });
  await stranger.page.getByRole('button', { name: 'Take over' }).click();
  await stranger.page.getByRole('alert').getByText('This code is not valid').waitFor();
  await stranger.page.goto(debrief);
  await stranger.page.getByRole('heading', { level: 2 }).waitFor();
  assert.equal(await stranger.page.getByText('good morning').count(), 0);

  const nobody = await parley.open({ ...narrow, url: `${parley.server.url}/me` });
  await nobody.page.getByText('No calls yet').waitFor();
  await sound(nobody.page);
  await nobody.page.goto(`${parley.server.url}/me/data`);
  await nobody.page.getByText('Nothing of you is kept here.').waitFor();
  await sound(nobody.page);
  await nobody.page.goto(debrief);
  await nobody.page.getByRole('heading', { level: 2 }).waitFor();
  await sound(nobody.page);

  await page.getByRole('button', { name: 'Delete Calls' }).click();
  await sound(page);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Yes, delete everything' }).click();
  await page.getByRole('heading', { name: 'Everything is deleted' }).waitFor();
  await page.getByText(/1 call with .* Receipt receipt_/).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download the receipt' }).click()]);
  assert.equal(JSON.parse(await readFile(await file.path(), 'utf8')).calls.length, 1);
  await other.page.reload();
  await other.page.getByText('Nothing of you is kept here.').waitFor();
  assert.deepEqual([...faults, ...other.faults, ...nobody.faults], []);
});
