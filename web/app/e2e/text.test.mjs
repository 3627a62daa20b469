import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loudest, shoot } from './lib/browser.mjs';
import { askHint, endTalk, inView, progressMoves, said, startCall } from './lib/call.mjs';
import { product } from './lib/product.mjs';

const parley = product();

test('a call by text, with no microphone', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open({ permissions: [] });
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
  for (const viewport of [{ width: 320, height: 640 }, { width: 390, height: 844 }]) {
    await page.setViewportSize(viewport);
    await inView(page);
  }
  await endTalk(page, 'eighteen months');
  assert.deepEqual(faults, []);
});
