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

/** isSound holds a page to one language, to axe's rules and to a width without sideways scroll. */
async function isSound(page, language, parts) {
  const english = parts.flatMap((part) => {
    const own = Object.values(messages(part, language));
    return Object.values(messages(part, 'en')).filter((text) => language !== 'en' && !own.includes(text));
  });
  assert.equal(await page.evaluate(() => document.documentElement.lang), language);
  assert.deepEqual((await words(page)).filter((text) => english.includes(text)), []);
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true, `${page.url()} scrolls sideways`);
}

for (const [locale, language] of [['en-GB', 'en'], ['de-AT', 'de'], ['fr-FR', 'fr'], ['es-MX', 'es']]) {
  test(`in ${language} the gallery, a brief and an assistant are of one language, and without a fault at 320 pixels`, { timeout: 60_000 }, async () => {
    const { page, faults } = await parley.open({ locale, viewport: { width: 320, height: 640 } });
    const { gallery, settings, desk } = Object.fromEntries(['gallery', 'settings', 'desk'].map((part) => [part, messages(part, language)]));
    await page.getByRole('heading', { name: gallery.pick }).waitFor();
    await isSound(page, language, ['gallery', 'settings']);
    await page.getByRole('link', { name: /Sterling/ }).click();
    await page.getByText(gallery.settings, { exact: true }).click();
    await page.getByText(settings.forget, { exact: true }).waitFor();
    await isSound(page, language, ['gallery', 'settings']);

    await page.goBack();
    await page.getByRole('link', { name: /^Sam/ }).click();
    await page.getByText(desk.introKept).waitFor();
    await isSound(page, language, ['gallery', 'desk']);
    await page.getByRole('button', { name: new RegExp(`^${desk.tasks}`) }).click();
    await page.getByLabel(desk.taskNew).fill('Buy milk');
    await page.getByLabel(desk.taskNew).press('Enter');
    await page.getByRole('checkbox', { name: desk.taskComplete.replace('{title}', 'Buy milk') }).waitFor();
    await isSound(page, language, ['gallery', 'desk']);
    await page.getByRole('button', { name: desk.deskMemory }).click();
    await page.getByRole('dialog', { name: desk.memoryTitle.replace('{name}', 'Sam') }).waitFor();
    await isSound(page, language, ['gallery', 'settings', 'desk']);
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
  await page.getByRole('link', { name: /^Sam/ }).click();
  await page.getByRole('button', { name: 'Gedächtnis' }).click();
  await page.getByText('Einstellungen', { exact: true }).click();
  await page.getByLabel('Sprache der Seite').selectOption('fr'); // at once, on all of the screen
  await page.getByRole('dialog', { name: 'Ce que Sam a retenu' }).waitFor();
  await page.getByRole('heading', { name: 'Tâches', includeHidden: true }).waitFor();
  await isSound(page, 'fr', ['gallery', 'settings', 'desk']);
  assert.deepEqual(faults, []);
});
