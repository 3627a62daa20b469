import { expect, test } from 'vitest';
import { pathTo, readAddress, type Page } from './address';

const read = (path: string) => {
  const found = readAddress(path);
  return found && [found.page, found.id, found.search.toString()];
};

test('each screen is found by its own address', () => {
  const pages: Page[] = ['gallery', 'brief', 'call', 'debrief', 'history', 'ledger', 'assistant'];
  for (const page of pages) expect(readAddress(pathTo(page, 'call_x-1'))?.page).toBe(page);
  expect(read('/s/riskyProject')).toEqual(['brief', 'riskyProject', '']);
  expect(read('/d/call_x?t=72.4')).toEqual(['debrief', 'call_x', 't=72.4']);
  expect(read('/')).toEqual(['gallery', '', '']);
});

test('no other path is an address', () => {
  for (const path of ['', '/s', '/s/', '/s/a/b', '/s/ä', '/s/%2e', `/s/${'a'.repeat(65)}`, '/me/', '/ME', '//', '/x', 'https://e.example/s/a']) {
    expect(read(path), path).toBeUndefined();
  }
});
