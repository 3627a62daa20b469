import assert from 'node:assert/strict';

/** What tests do and see on an assistant's page. */

/** assistant is the card of an assistant in the gallery. */
export const assistant = (page, botname) => page.getByRole('region', { name: 'Assistants' }).getByRole('link', { name: new RegExp(`^${botname}`) });

/** openAssistant picks an assistant in the gallery. */
export async function openAssistant(page, botname) {
  await assistant(page, botname).click();
  await page.getByRole('log', { name: 'Conversation' }).waitFor({ timeout: 20_000 });
}

/** talk calls the assistant of the page, for the first time, and agrees to what is told before. */
export async function talk(page) {
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByRole('button', { name: 'Agree and go on' }).click();
  await page.getByRole('button', { name: 'Hang up' }).waitFor({ timeout: 20_000 });
}

/** secondTab opens the same page once more, for the same user. */
export async function secondTab(page) {
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('log', { name: 'Conversation' }).waitFor({ timeout: 20_000 });
  return other;
}

export async function say(page, botname, text) {
  await page.getByLabel(`Message ${botname}`).fill(text);
  await page.getByLabel(`Message ${botname}`).press('Enter');
}

/** lines are the messages of the conversation, as they are read aloud. */
const lines = (page) => page.getByRole('log', { name: 'Conversation' }).locator('[data-role]');

/** said is the first line of who in the conversation that matches words. */
export const said = (page, who, words) => lines(page).filter({ hasText: `${who}: ` }).filter({ hasText: words }).first();

/** lineOf waits for it. */
export const lineOf = (page, who, words) => said(page, who, words).waitFor({ timeout: 20_000 });

/** answer waits for the nth answer and returns it. */
export async function answer(page, botname, nth) {
  const line = lines(page).filter({ hasText: `${botname}: ` }).filter({ has: page.locator('time') }).nth(nth - 1);
  await line.waitFor({ timeout: 20_000 });
  return line.innerText();
}

/** list is the list of tasks as the page shows it. */
const list = (page) =>
  page.getByRole('region', { name: 'Tasks' }).evaluate((region) =>
    [...region.querySelectorAll('li[data-row]:has([type=checkbox])')].map((row) => {
      const number = row.querySelector('[title^="Task "]')?.title.replace('Task ', '') ?? '';
      const title = row.querySelector('[aria-label^="Edit: "]')?.ariaLabel.replace('Edit: ', '') ?? '';
      return `${number} ${title}${row.querySelector('input').checked ? ' (done)' : ''}`.trim();
    }));

/** has waits, 20 s at most, until the list has those tasks, each as number, title and whether it is done. */
export async function has(page, ...want) {
  let found = [];
  for (let tries = 0; tries < 200; tries++) {
    found = await list(page);
    if (found.join() === want.join()) return;
    await page.waitForTimeout(100);
  }
  assert.deepEqual(found, want);
}

/** keepOnly takes all other tasks off the list, as a person does with what was misheard; the task is there by then. */
export async function keepOnly(page, title) {
  const tasks = page.getByRole('region', { name: 'Tasks' });
  await tasks.getByRole('button', { name: `Delete: ${title}` }).waitFor({ timeout: 20_000 });
  for (const other of await tasks.getByRole('button', { name: new RegExp(`^Delete: (?!${title}$)`) }).all()) {
    const name = await other.getAttribute('aria-label');
    await tasks.getByRole('button', { name, exact: true }).first().click();
  }
}

/** card waits for an unfolded card of a kind in the conversation. */
export async function card(page, kind) {
  const found = page.getByRole('log', { name: 'Conversation' }).locator(`#card-${kind}[open]`);
  await found.waitFor({ timeout: 30_000 });
  return found;
}

/** remembered waits until the memory page shows, under a title, what matches words. */
export async function remembered(page, title, words) {
  await page.getByRole('region', { name: title }).getByRole('listitem').filter({ hasText: words }).waitFor({ timeout: 20_000 });
}
