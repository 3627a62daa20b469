import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loudest, shoot } from '../lib/browser.mjs';
import { askHint, endTalk, progressMoves, said, startCall } from '../lib/call.mjs';
import { product } from '../lib/product.mjs';

const parley = product({ mic: [8, 'return', 9] }); // 8 s for the opening, 9 s for the answer

test('a call by voice', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open();
  await startCall(page, 'Sterling');

  const level = await loudest(page, 4000);
  assert.ok(level > 0.01, `the opening's level is ${level}, want over 0.01`);
  await said(page, 'Sterling', 'Bold');

  await said(page, 'You', /months|money|times|report/, 45_000);
  const progress = await progressMoves(page, 45_000);
  assert.ok(progress > 0, `progress ${progress}, want it over 0`);

  await askHint(page);
  await shoot(page, 'voice');
  await endTalk(page, /months|money|times|report/);
  assert.deepEqual(faults, []);
});
