import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assistant } from './lib/assistant.mjs';
import { card, endCall, startCall } from './lib/call.mjs';
import { product } from './lib/product.mjs';

const parley = product();

const path = (page) => new URL(page.url()).pathname;
const heading = (page, name) => page.getByRole('heading', { name, exact: true });

test('the brief has an address that Back leaves and a reload keeps', { timeout: 60_000 }, async () => {
  const { page, faults } = await parley.open();
  const { title } = (await (await fetch(`${parley.server.url}/api/scenarios`)).json()).scenarios.find((one) => one.id === 'riskyProjectApproval');
  await card(page, 'Sterling').click();
  assert.equal(path(page), '/s/riskyProjectApproval');
  assert.equal(await page.title(), `${title} · Parley`);
  await page.reload();
  await heading(page, title).waitFor();
  assert.equal(path(page), '/s/riskyProjectApproval');
  await page.goBack();
  await page.waitForFunction(() => document.title === 'Parley');
  assert.equal(path(page), '/');
  assert.equal(await card(page, 'Sterling').evaluate((el) => el === document.activeElement), true);
  await page.goto(`${parley.server.url}/#chiefOfStaff`);
  await page.getByRole('log', { name: 'Conversation' }).waitFor({ timeout: 20_000 });
  assert.equal(path(page), '/a/chiefOfStaff');
  assert.deepEqual(faults, []);
});

test('what is no address is not found, and a scene of no one is said to be', { timeout: 60_000 }, async () => {
  for (const unknown of ['/nothing', '/s/', '/s/a/b', '/me/x', '/api/nothing']) {
    assert.equal((await fetch(parley.server.url + unknown)).status, 404, unknown);
  }
  const { page, faults } = await parley.open({ url: `${parley.server.url}/s/nothing` });
  await page.getByText('There is no such scene here.').waitFor();
  await page.getByRole('link', { name: 'All scenes' }).click();
  await assistant(page, 'Sam').waitFor();
  assert.deepEqual(faults, []);
});

for (const [width, height] of [[320, 640], [390, 844], [768, 1024]]) {
  test(`at ${width} pixels a scene opens its brief, with what calls in view`, { timeout: 60_000 }, async () => {
    const { page, faults } = await parley.open({ viewport: { width, height } });
    const last = page.getByRole('link', { name: /with / }).last();
    await last.click();
    const title = (await page.title()).replace(' · Parley', '');
    const inView = async (found) => {
      const box = await found.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width;
    };
    assert.equal(await heading(page, title).evaluate((el) => el === document.activeElement), true);
    assert.equal(await inView(heading(page, title)), true, 'the heading is in view');
    assert.equal(await inView(page.getByRole('button', { name: /^Call / })), true, 'the button is in view');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
    await page.screenshot({ path: `test-results/brief-${width}.png` });
    await page.getByRole('link', { name: 'All scenes' }).click();
    await last.waitFor();
    assert.deepEqual(faults, []);
  });
}

test('a call has an address, and Back asks before it ends', { timeout: 60_000 }, async () => {
  const { page, faults } = await parley.open();
  await startCall(page, 'Sterling');
  await page.waitForURL(/\/c\/call_[\w-]+$/);
  await page.evaluate(() => { window.history.back(); });
  await page.getByRole('dialog', { name: /^Leave the call/ }).waitFor();
  assert.match(path(page), /^\/c\/call_/);
  await page.getByRole('button', { name: 'Stay in the call' }).click();
  await page.getByRole('log', { name: 'Captions' }).waitFor();
  await page.getByRole('link', { name: 'Parley' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await card(page, 'Sterling').waitFor();
  assert.equal(path(page), '/');

  await startCall(page, 'Sterling');
  await endCall(page);
  await page.goBack(); // nothing is held any more
  await page.waitForURL(/\/s\/riskyProjectApproval$/);
  assert.deepEqual(faults, []);
});
