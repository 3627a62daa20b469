import { expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../lib/language';
import { Phrases } from '../lib/rpc/types.gen';

/** phrases are said by the names that the server gives them. */
const phrases: ReadonlySet<string> = new Set(Phrases);

const folder = 'src/messages';
const parts = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const read = (part: string, language: string) =>
  JSON.parse(readFileSync(join(folder, part, `${language}.json`), 'utf8')) as Record<string, string>;

/** blanks are a text's placeholders, each with whether it is a number that words agree with; the words of a plural are none. */
const blanks = (text: string) => [...new Set(text.match(/(?<!(?:one|other|=\d+) )\{\w+(, plural|(?=\}))/g))].sort();

test.each(parts)('%s has every message in each language, with the same placeholders', (part) => {
  const english = read(part, 'en');
  expect(readdirSync(join(folder, part)).sort()).toEqual(Object.keys(languages).map((tag) => `${tag}.json`).sort());
  for (const language of Object.keys(languages)) {
    const texts = read(part, language);
    expect(Object.keys(texts), language).toEqual(Object.keys(english));
    for (const [id, text] of Object.entries(texts)) {
      expect(text.trim(), `${language} ${id}`).not.toBe('');
      expect(blanks(text), `${language} ${id}`).toEqual(blanks(english[id] ?? ''));
    }
  }
});

test('no id stands in two parts, and each is used', () => {
  const ids = parts.flatMap((part) => Object.keys(read(part, 'en')));
  expect(new Set(ids).size).toBe(ids.length);
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join('src', name), 'utf8')).join('\n');
  expect(ids.filter((id) => !sources.includes(`'${id}'`) && !phrases.has(id))).toEqual([]);
});
