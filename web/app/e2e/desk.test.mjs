import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loudest, shoot } from './lib/browser.mjs';
import { endCall, said, startCall } from './lib/call.mjs';
import { product } from './lib/product.mjs';

// A character that acts by code, offline: its cards, its buttons, and the question it asks before it does something.

// The yes is said again where the first was not caught, as a person would.
const spoken = product({ mic: [10, 'booking', 12, 'anything-free', 14, 'yes-please', 12, 'yes-please', 30] });

const suite = (page) => page.getByRole('region', { name: 'The suite' });
const question = (page) => page.getByRole('region', { name: 'A question' });

test('by voice she finds the booking, shows the suite, and holds it after a yes', { timeout: 120_000 }, async () => {
  const { page, faults } = await spoken.open();
  await startCall(page, 'Ines');
  await said(page, 'You', /booking/, 30_000);
  await page.getByRole('region', { name: 'Booking 4417' }).getByText('sold the room a second time').waitFor({ timeout: 20_000 });
  await said(page, 'You', /free/, 30_000);
  await suite(page).getByRole('button', { name: 'How much is it?' }).waitFor({ timeout: 20_000 });
  await question(page).getByText('Shall I take room 31 off sale?').waitFor({ timeout: 20_000 });
  assert.ok(await loudest(page, 1500) > 0.01, 'the question is not heard');
  await shoot(page, 'desk-voice');
  await said(page, 'You', /yes/i, 30_000);
  await said(page, 'Ines', /Nobody else gets it before two/, 40_000);
  await question(page).waitFor({ state: 'detached', timeout: 10_000 });
  await endCall(page);
  assert.deepEqual(faults, []);
});
