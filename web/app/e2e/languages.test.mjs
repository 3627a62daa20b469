import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { card } from './lib/call.mjs';
import { product } from './lib/product.mjs';

const parley = product();

const messages = (part, language) => JSON.parse(readFileSync(resolve(import.meta.dirname, `../src/messages/${part}/${language}.json`), 'utf8'));

/** words are the texts and labels of a page that are not marked as of a language of their own. */
const words = (page) => page.evaluate(() => {
  const own = (el) => el.closest('[lang]') === document.documentElement;
  const found = [];
  const walker = document.createTreeWalker(document.body, 4 /* texts */);
  while (walker.nextNode()) if (own(walker.currentNode.parentElement)) found.push(walker.currentNode.data.trim());
  for (const el of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
    if (own(el)) found.push(...['aria-label', 'placeholder', 'title'].map((name) => el.getAttribute(name) ?? ''));
  }
  return found.filter((text) => text !== '');
});

for (const [locale, language] of [['en-GB', 'en'], ['de-AT', 'de'], ['fr-FR', 'fr'], ['es-MX', 'es']]) {
  test(`in ${language} the gallery and a brief are of one language, and without a fault at 320 pixels`, { timeout: 60_000 }, async () => {
    const { page, faults } = await parley.open({ locale, viewport: { width: 320, height: 640 } });
    const parts = ['gallery', 'settings'];
    const english = parts.flatMap((part) => {
      const own = Object.values(messages(part, language));
      return Object.values(messages(part, 'en')).filter((text) => language !== 'en' && !own.includes(text));
    });
    await page.getByRole('heading', { name: messages('gallery', language).pick }).waitFor();
    for (const path of ['/', '/s/riskyProjectApproval']) {
      if (path !== '/') {
        await page.getByRole('link', { name: /Sterling/ }).click();
        await page.getByText(messages('gallery', language).settings, { exact: true }).click();
        await page.getByText(messages('settings', language).forget, { exact: true }).waitFor();
      }
      assert.equal(await page.evaluate(() => document.documentElement.lang), language);
      assert.deepEqual((await words(page)).filter((text) => english.includes(text)), []);
      assert.deepEqual(await violations(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, `${path} scrolls sideways`);
    }
    assert.deepEqual(faults, []);
  });
}

test('the language is set in the settings, and kept', { timeout: 60_000 }, async () => {
  const { page, faults } = await parley.open({ locale: 'en-GB' });
  await card(page, 'Sterling').waitFor();
  await page.getByText('Settings', { exact: true }).click();
  await page.getByLabel('Language of the page').selectOption('de');
  await page.getByRole('heading', { name: 'Wählen Sie ein Gespräch' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Wählen Sie ein Gespräch' }).waitFor();
  assert.deepEqual(faults, []);
});
