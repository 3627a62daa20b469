import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer, assistant, has, lineOf, openAssistant, say, secondTab, talk } from './lib/assistant.mjs';
import { shoot } from './lib/browser.mjs';
import { product } from './lib/product.mjs';

const parley = product();

test('a list of tasks, typed and clicked, is the same in every tab and after a reload', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open();
  await openAssistant(page, 'Tasks');
  await page.getByText(/under a secret id in this browser/).waitFor();
  const other = await secondTab(page);

  await say(page, 'Tasks', 'Add task: Buy milk');
  await has(page, '1 Buy milk');
  await has(other, '1 Buy milk');
  assert.match(await answer(page, 'Tasks', 1), /Buy milk/);
  assert.match(await answer(other, 'Tasks', 1), /Buy milk/);

  await say(page, 'Tasks', 'Add task: Call Ann tomorrow');
  await has(other, '1 Buy milk', '2 Call Ann');
  await other.getByRole('region', { name: 'Tasks' }).getByText('tomorrow', { exact: true }).waitFor();

  await other.getByRole('checkbox', { name: 'Complete: Buy milk' }).click();
  await page.getByRole('checkbox', { name: 'Open again: Buy milk' }).waitFor();
  await answer(page, 'Tasks', 2);

  const call = page.getByRole('listitem').filter({ hasText: 'Call Ann' });
  const number = (await call.locator('[title^="Task "]').innerText()).replace(/\D/g, '');
  await say(page, 'Tasks', `done ${number}`);
  await other.getByRole('checkbox', { name: 'Open again: Call Ann' }).waitFor();
  await shoot(page, 'assistant');

  const log = await page.getByRole('log', { name: 'Conversation' }).innerText();
  await answer(page, 'Tasks', 3);
  await page.reload();
  await page.getByRole('checkbox', { name: 'Open again: Call Ann' }).waitFor();
  await answer(page, 'Tasks', 3);
  for (let n = 4; n <= 7; n++) {
    await say(page, 'Tasks', 'list');
    await answer(page, 'Tasks', n);
  }
  const below = await page.evaluate(() => document.documentElement.scrollHeight - window.scrollY - document.querySelector('footer').getBoundingClientRect().bottom);
  assert.ok(below < 40, `${below} pixels of nothing below the footer`);
  for (const text of ['Add task: Buy milk', 'Add task: Call Ann tomorrow', `done ${number}`]) {
    assert.ok(log.includes(text) && (await page.getByRole('log', { name: 'Conversation' }).innerText()).includes(text), `"${text}" is gone`);
  }
  assert.deepEqual(faults, []);
});

test('a task is added, edited and deleted in the list', { timeout: 60_000 }, async () => {
  const { page, faults } = await parley.open();
  await openAssistant(page, 'Tasks');
  await page.getByLabel('New task').fill('Buy milk');
  await page.getByLabel('New task').press('Enter');
  await has(page, '1 Buy milk');
  await page.getByRole('button', { name: 'Edit: Buy milk' }).click();
  await page.getByLabel('Title').fill('Buy oat milk');
  await page.getByLabel('Title').press('Enter');
  await has(page, '1 Buy oat milk');
  await page.getByRole('button', { name: 'Delete: Buy oat milk' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForTimeout(6000);
  await has(page, '1 Buy oat milk');
  await page.getByRole('button', { name: 'Delete: Buy oat milk' }).click();
  await has(page);

  const markup = '<img src=x onerror=alert(1)>'; // in a title is a title
  await page.getByLabel('New task').fill(markup);
  await page.getByLabel('New task').press('Enter');
  await page.getByRole('checkbox', { name: `Complete: ${markup}` }).waitFor();
  await say(page, 'Tasks', `add task: Tea ${markup} x`);
  await page.getByRole('checkbox', { name: `Complete: Tea ${markup} x` }).waitFor();
  assert.match(await answer(page, 'Tasks', 1), /<img src=x/);
  assert.equal(await page.locator('img[src=x]').count(), 0);
  assert.deepEqual(faults, []);
});

test('without a connection the page says so, shows nothing as done, and goes on when it is back', { timeout: 60_000 }, async () => {
  const { page } = await parley.open();
  await openAssistant(page, 'Tasks');
  await say(page, 'Tasks', 'Add task: Buy milk');
  await has(page, '1 Buy milk');
  await answer(page, 'Tasks', 1);

  await page.context().setOffline(true);
  await page.getByText('Not connected, trying again…').waitFor();
  await page.getByRole('checkbox', { name: 'Complete: Buy milk' }).click();
  await say(page, 'Tasks', 'Add task: Call Ann');
  await page.getByText(/^Not saved\./).waitFor({ timeout: 20_000 });
  await page.getByText(/^Not sent\./).waitFor({ timeout: 20_000 });
  await has(page, '1 Buy milk');

  await page.context().setOffline(false);
  await page.getByRole('checkbox', { name: 'Open again: Buy milk' }).waitFor({ timeout: 20_000 }); // by itself
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('checkbox', { name: 'Complete: Call Ann' }).waitFor();
  await answer(page, 'Tasks', 2);
});

test('an assistant is loaded on demand, and again after a failure; its address opens it', { timeout: 60_000 }, async () => {
  const { page } = await parley.open();
  const isAssistant = /\/assets\/assistant-screen-/;
  await assistant(page, 'Sam').waitFor();
  await page.route(isAssistant, (route) => route.abort());
  await assistant(page, 'Sam').click();
  await page.getByRole('alert').getByText('Sam could not be loaded').waitFor();
  await page.unroute(isAssistant);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('log', { name: 'Conversation' }).waitFor();
  assert.match(page.url(), /\/a\/chiefOfStaff$/);
  await page.reload();
  await page.getByRole('log', { name: 'Conversation' }).waitFor();
  await page.goBack();
  await assistant(page, 'Sam').waitFor();
});

test('everything is forgotten on demand', { timeout: 60_000 }, async () => {
  const { page, faults } = await parley.open();
  await openAssistant(page, 'Sam');
  await page.getByLabel('New task').fill('Buy milk');
  await page.getByLabel('New task').press('Enter');
  await has(page, '1 Buy milk');
  await page.getByRole('button', { name: 'Memory' }).click();
  await page.getByRole('button', { name: 'Forget me' }).click();
  await page.getByRole('button', { name: 'Erase everything' }).click();
  await page.getByRole('heading', { name: 'Everything is forgotten' }).waitFor();
  await page.getByRole('button', { name: 'Start afresh' }).click();
  await page.getByText('Nothing to do yet.').waitFor();
  assert.deepEqual(faults, []);
});

test('in a call, with no microphone, what is typed is answered aloud and the list moves', { timeout: 120_000 }, async () => {
  const { page, faults } = await parley.open({ permissions: [] });
  await openAssistant(page, 'Tasks');
  await talk(page);
  await say(page, 'Tasks', 'Add task: Buy milk');
  await has(page, '1 Buy milk');
  await page.getByRole('log', { name: 'Conversation' }).getByText('Add task: Buy milk').waitFor();
  await say(page, 'Tasks', 'Well, where do I begin? '.repeat(100)); // too long for the call: it goes beside it
  await lineOf(page, 'Tasks', /Without a language model/);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Talk' }).waitFor({ timeout: 10_000 });
  await page.getByRole('log', { name: 'Conversation' }).getByText('Add task: Buy milk').waitFor();
  assert.deepEqual(faults, []);
});
