import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, endTalk, said, startCall } from './lib/call.mjs';
import { product } from './lib/product.mjs';

const parley = product();

/** lines are what is said in the captions, in order. */
const lines = (page) => page.getByRole('log', { name: 'Captions' }).locator('p').allInnerTexts();

async function type(page, words) {
  await page.getByLabel('Type to Sterling').fill(words);
  await page.keyboard.press('Enter');
  await said(page, 'You', words);
}

/** offeredSince holds the time left to what is left of two minutes since the page was left, which was after began. */
async function offeredSince(page, began) {
  const shown = await page.getByRole('timer').innerText();
  const least = 120 - (Date.now() - began) / 1000;
  const [, minutes, seconds] = shown.match(/^(\d):([0-5]\d) left$/) ?? assert.fail(`the timer shows ${shown}`);
  const left = Number(minutes) * 60 + Number(seconds);
  assert.ok(left <= 120 && left >= least, `the timer shows ${shown}, want 2:00 at most and ${least} s at least`);
}

/** reload loads a page anew that asks first whether it may be left, and goes on with its call. */
async function reload(page) {
  page.once('dialog', (dialog) => void dialog.accept());
  const began = Date.now();
  await page.reload();
  await page.getByRole('heading', { name: 'Go on with Sterling?' }).waitFor();
  await offeredSince(page, began);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('log', { name: 'Captions' }).waitFor({ timeout: 20_000 });
}

test('a page that is loaded anew three times goes on in the same call, with what was said, once', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open();
  await startCall(page, 'Sterling');
  await page.waitForURL(/\/c\/call_[\w-]+$/);
  const address = page.url();
  await type(page, 'good morning thank you for the ten minutes');
  await page.keyboard.press('Tab');
  await reload(page); // while the character thinks or speaks
  await said(page, 'You', 'good morning');
  await type(page, 'we can measure that and you will see the numbers every month');
  await page.waitForTimeout(3000);
  await reload(page);
  await said(page, 'You', 'we can measure that');
  await page.getByRole('progressbar').waitFor();
  await reload(page);
  await type(page, 'you get three times the money back in eighteen months'); // perhaps before the page has caught up
  await said(page, 'You', 'we can measure that');
  assert.equal(page.url(), address);
  const all = await lines(page);
  const mine = all.filter((line) => line.startsWith('You')).map((line) => line.split('\n').find((part) => part.includes(' ')));
  assert.equal(mine.join(' '), [ // lines that are typed before an answer begins are one
    'good morning thank you for the ten minutes',
    'we can measure that and you will see the numbers every month',
    'you get three times the money back in eighteen months',
  ].join(' '), all.join(' | '));
  await endTalk(page, 'you get three times the money back in eighteen months');
  assert.deepEqual(faults, []);
});

test('a second tab is offered the call, the first is told and can take it back', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open();
  await startCall(page, 'Sterling');
  await page.waitForURL(/\/c\/call_[\w-]+$/);
  await type(page, 'good morning thank you for the ten minutes');
  const second = await page.context().newPage();
  await second.goto(parley.server.url);
  await card(second, 'Sterling').click();
  await second.getByRole('button', { name: 'Call Sterling' }).click();
  await second.getByRole('heading', { name: 'This call is open in another tab' }).waitFor();
  assert.equal(second.url(), page.url());
  await second.getByRole('button', { name: 'Take it here' }).click();
  await said(second, 'You', 'good morning');
  await page.getByRole('heading', { name: 'This call is open in another tab' }).waitFor();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await said(page, 'You', 'good morning');
  await second.getByRole('button', { name: 'Take it back' }).waitFor();
  await second.close();
  await endTalk(page, 'good morning thank you for the ten minutes');
  assert.deepEqual(faults, []);
});
