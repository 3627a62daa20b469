import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shoot } from './lib/browser.mjs';
import { endTalk, said, startCall } from './lib/call.mjs';
import { product } from './lib/product.mjs';

// The same character where nobody speaks: a microphone would talk over what is typed.

const typed = product();

const suite = (page) => page.getByRole('region', { name: 'The suite' });
const question = (page) => page.getByRole('region', { name: 'A question' });

test('by text a no leaves the room on sale, and buttons say their words', { timeout: 120_000 }, async () => {
  const { page, faults } = await typed.open({ permissions: [] });
  await startCall(page, 'Ines');
  const type = async (words) => {
    await page.getByLabel('Type to Ines').fill(words);
    await page.getByLabel('Type to Ines').press('Enter');
  };
  await type('I have a booking, number 4417.');
  await page.getByRole('region', { name: 'Booking 4417' }).waitFor({ timeout: 20_000 });
  await type('What do you have left tonight?');
  await question(page).waitFor({ timeout: 20_000 });
  await shoot(page, 'desk-question');
  await question(page).getByRole('button', { name: 'No' }).click();
  await said(page, 'You', 'No.');
  await said(page, 'Ines', 'Then it stays on sale');
  await question(page).waitFor({ state: 'detached', timeout: 10_000 });
  await suite(page).getByRole('button', { name: 'How much is it?' }).click();
  await said(page, 'You', 'How much is it?');
  await said(page, 'Ines', 'Two hundred and forty');
  await shoot(page, 'desk-text');
  await endTalk(page, 'How much is it?');
  assert.deepEqual(faults, []);
});
