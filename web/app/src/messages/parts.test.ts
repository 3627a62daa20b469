import { expect, test } from 'vitest';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const read = (file: string) => readFileSync(file, 'utf8');

/** partOf is which part of src/messages each message is in. */
const partOf = new Map(
  readdirSync('src/messages', { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap(({ name }) =>
    Object.keys(JSON.parse(read(`src/messages/${name}/en.json`)) as object).map((id) => [id, name] as const)),
);

/** reached are file and all that it imports at once. */
function reached(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, , path = ''] of read(file).matchAll(/^(import (?!type)|export .* from |\} from ).*?'(\.[^']+)';$/gm)) {
    const next = ['.ts', '.tsx'].map((end) => join(dirname(file), path + end)).find((one) => existsSync(one));
    if (next !== undefined) reached(next, found);
  }
  return found;
}

interface Asked {
  file: string;
  parts: string[];
}

/** askedIn are the files that from loads with parts of the messages: withMessages([parts], () => import('file')). */
const askedIn = (from: string, before: string[] = []): Asked[] =>
  [...read(from).matchAll(/withMessages\(\[([^\]]*)\], \(\) => import\('([^']+)'\)\)/g)].map(([, parts = '', path = '']) => ({
    file: join(dirname(from), `${path}.tsx`), parts: [...before, ...[...parts.matchAll(/\w+/g)].map(([part]) => part)],
  }));

const first = [{ file: 'src/main.tsx', parts: [] }, ...askedIn('src/main.tsx'), ...askedIn('src/app/screens.ts')];
const asked = [...first, ...first.flatMap(({ file, parts }) => askedIn(file, parts).filter((one) => !first.some((known) => known.file === one.file)))];

test.each<Asked>(asked)('$file has the messages of all it says: $parts', ({ file, parts }) => {
  const known = new Set(['gallery', ...parts]);
  const lacking = [...reached(file)].flatMap((one) =>
    // Ids of one small word stand for other things too: those that t is given count, and all that are of several words.
    [...read(one).matchAll(/(\bt\()?'(\w+)'/g)].flatMap(([, said, id = '']) => {
      const part = partOf.get(id);
      return part === undefined || known.has(part) || (said === undefined && !/[A-Z]/.test(id)) ? [] : [`${one}: ${id} of ${part}`];
    }));
  expect(lacking).toEqual([]);
});
