import { expect, test } from 'vitest';
import { react } from './model';

const reaction = { emoji: '🤨', label: 'raises an eyebrow' };

test('equal reactions are told apart and a new call has none', () => {
  const once = react(undefined, { kind: 'emoji', reaction });
  const twice = react(once, { kind: 'emoji', reaction });
  expect(twice).toEqual(once);
  expect(twice).not.toBe(once);
  expect(react(twice, { kind: 'agent_left' })).toBe(twice);
  expect(react(twice, { kind: 'begun' })).toBeUndefined();
});
