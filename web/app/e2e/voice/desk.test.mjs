import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loudest, shoot } from '../lib/browser.mjs';
import { endTalk, line, said, startCall } from '../lib/call.mjs';
import { giveMic, speak } from '../lib/mic.mjs';
import { product } from '../lib/product.mjs';

// A character that acts by code, offline: its cards, its buttons, and the question it asks before it does something.

const spoken = product();

const suite = (page) => page.getByRole('region', { name: 'The suite' });
const question = (page) => page.getByRole('region', { name: 'A question' });

test('by voice she finds the booking, shows the suite, and holds it after a yes', { timeout: 180_000 }, async () => {
  const { page, faults } = await spoken.open({ prepare: giveMic, permissions: ['microphone'] });
  await startCall(page, 'Ines');
  await said(page, 'Ines', /./);
  await speak(page, 'booking', page.getByRole('region', { name: 'Booking 4417' }).getByText('sold the room a second time'));
  const loudness = loudest(page, 10_000);
  await speak(page, 'anything-free', line(page, 'Ines', /Shall I take room 31 off sale\?/));
  await question(page).getByText('Shall I take room 31 off sale?').waitFor();
  await suite(page).getByRole('button', { name: 'How much is it?' }).waitFor();
  assert.ok(await loudness > 0.01, 'the question is not heard');
  await shoot(page, 'desk-voice');
  await speak(page, 'yes-please', line(page, 'Ines', /Nobody else gets it before two/));
  await question(page).waitFor({ state: 'detached', timeout: 10_000 });
  await endTalk(page, /yes/i);
  assert.deepEqual(faults, []);
});
