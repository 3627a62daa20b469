import assert from 'node:assert/strict';
import { test } from 'node:test';
import { has, keepOnly, lineOf, openAssistant, said, secondTab, talk } from '../lib/assistant.mjs';
import { loudest, shoot } from '../lib/browser.mjs';
import { giveMic, speak } from '../lib/mic.mjs';
import { product } from '../lib/product.mjs';

const parley = product();

test('a task is added and completed by voice, and the list moves in every tab', { timeout: 180_000 }, async () => {
  const { page, faults } = await parley.open({ prepare: giveMic, permissions: ['microphone'] });
  await openAssistant(page, 'Tasks');
  const other = await secondTab(page);
  await page.bringToFront();
  await has(page);
  await talk(page);

  await speak(page, 'what-list', said(page, 'You', /what is on my list/i));
  await lineOf(page, 'Tasks', /no open tasks/);

  const answer = loudest(page, 10_000);
  await speak(page, 'add-milk', said(page, 'You', /add buy milk to my list/i));
  await keepOnly(page, 'Buy milk');
  await has(page, '1 Buy milk');
  await has(other, '1 Buy milk');
  const level = await answer;
  assert.ok(level > 0.01, `the answer's level is ${level}, want over 0.01`);
  await lineOf(page, 'Tasks', /Added “Buy milk”/);

  await speak(page, 'done', said(page, 'You', /task one is done/i));
  await has(page, '1 Buy milk (done)');
  await has(other, '1 Buy milk (done)');
  await shoot(page, 'assistant-voice');
  await lineOf(page, 'Tasks', /Done: “Buy milk”/);

  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Talk' }).waitFor({ timeout: 10_000 });
  await page.reload();
  await has(page, '1 Buy milk (done)');
  await lineOf(page, 'You', /add buy milk to my list/i);
  await lineOf(page, 'Tasks', /Done: “Buy milk”/);
  assert.deepEqual(faults, []);
});
