import { expect, test } from 'vitest';
import { storedHold, storedPatience, storeHold, storePatience, type Store } from './settings';
import { dropUser, knownUser, userID } from './user';

function memory(...entries: [string, string][]): Store {
  const kept = new Map(entries);
  return {
    getItem: (k) => kept.get(k) ?? null,
    setItem: (k, v) => void kept.set(k, v),
    removeItem: (k) => void kept.delete(k),
  };
}

const full: Store = {
  getItem: () => { throw new Error('denied'); },
  setItem: () => { throw new Error('quota'); },
  removeItem: () => { throw new Error('denied'); },
};

test('an id is made once, and another after it was dropped', () => {
  const store = memory();
  expect(knownUser(store)).toBeUndefined();
  const id = userID(store);
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(userID(store)).toBe(id);
  dropUser(store);
  expect(knownUser(store)).toBeUndefined();
  expect(userID(store)).not.toBe(id);
});

test.each(['', '../up', 'short', 'x'.repeat(65)])('a stored id %s is none of ours', (id) => {
  expect(knownUser(memory(['parley.user', id]))).toBeUndefined();
});

test('patience is 3 to 15 whole seconds or the character’s own', () => {
  const store = memory();
  expect(storedPatience(store)).toBeUndefined();
  storePatience(store, 9);
  expect(storedPatience(store)).toBe(9);
  storePatience(store, undefined);
  expect(storedPatience(store)).toBeUndefined();
  for (const bad of ['2', '16', '4.5', 'x', ' ']) expect(storedPatience(memory(['parley.patience', bad]))).toBeUndefined();
});

test('holding to talk is off until chosen', () => {
  const store = memory();
  expect(storedHold(store)).toBe(false);
  storeHold(store, true);
  expect(storedHold(store)).toBe(true);
});

test('a browser that keeps nothing is a stranger with no settings', () => {
  expect(userID(full)).toBeUndefined();
  expect(storedPatience(full)).toBeUndefined();
  expect(() => { dropUser(full); storePatience(full, 5); storeHold(full, true); }).not.toThrow();
});
