import { test } from 'node:test';
import { said, startCall } from './lib/call.mjs';
import { assertStopped, product } from './lib/product.mjs';

const parley = product();

test('the server ends well and soon though a browser has vanished in the middle of a call', { timeout: 60_000 }, async () => {
  const { page } = await parley.open();
  await startCall(page, 'Sterling');
  await page.getByLabel('Type to Sterling').fill('good morning thank you for the ten minutes');
  await page.keyboard.press('Enter');
  await said(page, 'You', 'good morning');
  await parley.browser.close(); // which tells no server, as a browser that is killed
  const ended = await parley.server.stop();
  if (ended) assertStopped(ended);
});
