import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shoot } from '../lib/browser.mjs';
import { endTalk, progressMoves, said, startCall } from '../lib/call.mjs';
import { product } from '../lib/product.mjs';

const parley = product({ mic: [8, 'return', 2] });

test('a call by holding the space bar', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open();
  await page.getByText('Settings').click();
  await page.getByLabel('Let me think for').fill('15');
  await startCall(page, 'Sterling');
  const toggle = page.getByRole('button', { name: 'Hold to talk' });
  await toggle.click();
  assert.equal(await toggle.getAttribute('aria-pressed'), 'true');
  await said(page, 'Sterling', 'Bold');

  // The focus is on the toggle, which keeps its own space bar.
  await toggle.blur();
  await page.keyboard.down('Space');
  await page.getByRole('button', { name: 'Let go to send', pressed: true }).waitFor();
  await shoot(page, 'hold');
  await said(page, 'You', /months|money|times/, 45_000);
  await page.waitForTimeout(5_000); // the rest of the sentence
  await page.keyboard.up('Space');
  await page.getByRole('button', { name: 'Hold and speak', pressed: false }).waitFor();
  assert.ok((await progressMoves(page, 45_000)) > 0, 'what was held is not judged');

  // The microphone goes on; nothing of it is taken for a turn.
  const mine = page.getByRole('log').locator('[data-role=user]');
  const lines = await mine.count();
  await page.waitForTimeout(16_000);
  assert.equal(await mine.count(), lines, 'something was heard that was not held');
  await endTalk(page, /months|money|times/);

  await page.getByRole('link', { name: 'Parley' }).click();
  await page.getByText('Settings').click();
  await page.getByRole('button', { name: 'Forget me' }).click();
  await page.getByRole('button', { name: 'Erase everything' }).click();
  await page.getByText('Forgotten.').waitFor();
  assert.deepEqual(faults, []);
});
