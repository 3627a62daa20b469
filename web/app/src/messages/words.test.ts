import { expect, test } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsIn } from '../testing/words';

/** What is the same in every language, and why. */
const same: Record<string, readonly string[]> = {
  'names of products': ['Parley', 'Flite', 'OpenAI API:'],
  'languages by their own names': ['English', 'Deutsch', 'Français', 'Español'],
  'said to assistants, whose grammar is English': [
    'Add task: Buy milk tomorrow', 'What is on for today?', 'Remind me at 5 to call the dentist', 'Plan my week', 'What is on my list?',
  ],
};

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|gen)\.tsx?$/.test(name) && !name.startsWith('testing/'));

test('all words of the page are in its catalogs', () => {
  const known = new Set(Object.values(same).flat());
  const outside = sources.flatMap((name) =>
    wordsIn(readFileSync(join('src', name), 'utf8'), name).filter(({ words }) => !known.has(words)).map(({ line, words }) => `src/${name}:${line}: ${words}`));
  expect(outside).toEqual([]);
});

test.each([
  ['<p>Hi</p>', ['Hi']],
  ['<p>{n} of {m}</p>', ['of']],
  ['<p>{on ? "a" : t("b")}</p>', ['a']],
  ['<p>{on && `${n} left`}</p>', ['left']],
  ['<b aria-label="x" title={on ? `to ${name}` : undefined} className="very big" />', ['x', 'to']],
  ['<Saving what={fault ?? "none"} kind="none" />', ['none']],
  ['const words = { busy: "It is busy." };', ['It is busy.']],
  ['const word = "Ringing…"; const mood = `Angry`;', ['Ringing…', 'Angry']],
  ['throw new ApiError("Not found here.");', ['Not found here.']],
])('%s has words', (source, want) => {
  expect(wordsIn(source, 'a.tsx').map(({ words }) => words)).toEqual(want);
});

test.each([
  'import { a } from "Some where";',
  'const at: "Not me" | undefined = undefined;',
  '<p data-state="is busy">{t("busy")}: {n} · 5</p>',
  'if (event.key === "Enter") send("task.add");',
  'throw new Error("nobody sees this");',
  'box.querySelector<HTMLElement>("button input");',
])('%s has none', (source) => {
  expect(wordsIn(source, 'a.tsx')).toEqual([]);
});
