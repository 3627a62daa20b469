import assert from 'node:assert/strict';

/** What tests do and see on the page. */

/** card is the card of botname's scene in the gallery. */
export const card = (page, botname) => page.getByRole('link', { name: new RegExp(`with ${botname}`) });

export async function startCall(page, botname) {
  await card(page, botname).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: `Call ${botname}` }).click();
  await agree(page);
}

/** agree answers what is asked before the first call, if it is, and waits for the captions. */
export async function agree(page) {
  const asked = page.getByRole('button', { name: 'Agree and go on' });
  const captions = page.getByRole('log', { name: 'Captions' });
  await page.locator('button:not([disabled])').and(asked).or(captions).first().waitFor({ timeout: 20_000 });
  if (await asked.isVisible()) await asked.click();
  await captions.waitFor({ timeout: 20_000 });
}

/** line is the first line of who in the captions that matches words. */
export const line = (page, who, words) => page.getByRole('log').locator('p', { hasText: who }).filter({ hasText: words }).first();

/** said waits for it. */
export const said = (page, who, words, timeout = 20_000) => line(page, who, words).waitFor({ timeout });

export async function progress(page) {
  return Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'));
}

/** progressMoves waits until the bar leaves zero and returns where it is. */
export async function progressMoves(page, timeout) {
  await page.locator('[role=progressbar]:not([aria-valuenow="0"])').waitFor({ timeout });
  const text = await page.getByRole('progressbar').getAttribute('aria-valuetext');
  assert.match(text ?? '', /^Progress \d+ of 10/);
  return progress(page);
}

export async function askHint(page) {
  await page.keyboard.press('h');
  await page.getByText('Hint 1').waitFor({ timeout: 10_000 });
  assert.match(await page.getByRole('button', { name: 'Hint' }).innerText(), /left/);
}

/** inView holds that on a phone the newest caption and the box to type in are seen without scrolling, above a low bar of buttons. */
export async function inView(page) {
  const seen = await page.evaluate(() => {
    const rect = (el) => el.getBoundingClientRect().toJSON();
    const [log, box] = [document.querySelector('[role=log]'), document.querySelector('#say')];
    const bar = [...document.querySelectorAll('[data-talking] > *')].at(-1);
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { line: rect(log.lastElementChild), log: rect(log), box: rect(box), bar: rect(bar), innerWidth, innerHeight, scrollWidth, scrollHeight };
  });
  const { line, log, box, bar, innerWidth, innerHeight, scrollWidth, scrollHeight } = seen;
  const told = JSON.stringify(seen);
  assert.ok(line.bottom <= log.bottom + 1 && line.bottom > log.top && log.bottom <= innerHeight, `the newest line: ${told}`);
  assert.ok(box.bottom <= bar.top + 1 && bar.bottom <= innerHeight + 1 && bar.height <= 72, `the box and the bar: ${told}`);
  assert.ok(scrollWidth <= innerWidth && scrollHeight <= innerHeight + 1, `the page scrolls: ${told}`);
}

/** endCall hangs up on a call in which the user said nothing: it ends at its end card. */
export async function endCall(page) {
  await page.getByRole('button', { name: 'End call' }).click();
  await page.getByRole('heading', { name: 'Call ended' }).waitFor({ timeout: 10_000 });
}

/** endTalk hangs up on a call in which the user said something: it is told at an address of its own. mine is a line of theirs. */
export async function endTalk(page, mine) {
  await page.getByRole('button', { name: 'End call' }).click();
  await page.waitForURL(/\/d\/call_[\w-]+$/, { timeout: 10_000 });
  await page.getByText('You hung up', { exact: true }).waitFor({ timeout: 20_000 }); // the recorder writes the end after it
  const headline = page.getByRole('heading', { level: 2 });
  assert.match(await headline.innerText(), /\w/);
  assert.equal(await headline.evaluate((el) => el === document.activeElement), true, 'the headline has the focus');
  await page.getByRole('region', { name: 'What was said' }).getByRole('listitem').filter({ hasText: mine }).first().waitFor();
}
