// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { derive, faceOf } from './derive';
import { faces } from './faces';
import { lookOf } from './look';
import { Portrait } from './portrait';

afterEach(cleanup);

const folder = '../../scenarios';

interface Scene {
  botname: string;
  bot: { gender: string; age?: number; avatar?: string };
}

const scenes = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Scene);

const drawn = (avatar: string, mood = 0, level = 0): string => {
  const face = faces[avatar];
  if (face === undefined) throw new Error(avatar);
  const { container } = render(<svg><Portrait face={face} mood={mood} level={level} /></svg>);
  // The ids of clip paths differ with each drawing.
  const text = container.innerHTML.replace(/_r_\w+_/g, '');
  cleanup();
  return text;
};

test('every embedded scene names a face of its own', () => {
  const named = scenes.map(({ bot }) => bot.avatar ?? '');
  expect(named.length).toBeGreaterThanOrEqual(15);
  expect(named.filter((id) => !Object.hasOwn(faces, id))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
  for (const { botname, bot } of scenes) expect(faceOf({ name: botname, ...bot })).toBe(faces[bot.avatar ?? '']);
});

test('no two faces are drawn alike, nor have they hair, clothes and ground in common', () => {
  const ids = Object.keys(faces);
  expect(new Set(ids.map((id) => drawn(id))).size).toBe(ids.length);
  expect(new Set(Object.values(faces).map(({ cut }) => cut)).size).toBe(ids.length);
  expect(new Set(Object.values(faces).map(({ ground }) => ground)).size).toBe(ids.length);
});

test('all that a face is drawn of has a colour and a path', () => {
  for (const id of Object.keys(faces)) {
    for (const mood of [-2, 0, 2]) {
      expect(drawn(id, mood)).not.toMatch(/NaN|undefined|fill=""|stroke=""|d=""/);
    }
  }
});

test('the mood moves brow, lid and mouth, and a smile shows teeth', () => {
  const looks = [-2, -1, 0, 1, 2].map((mood) => lookOf(mood, false));
  for (const part of ['brow', 'lid', 'mouth'] as const) expect(new Set(looks.map((look) => look[part])).size).toBe(5);
  expect(looks.map(({ teeth }) => teeth !== '')).toEqual([false, false, false, true, true]);
  expect(lookOf(-2, true).brow).not.toBe(lookOf(-2, false).brow);
  expect(drawn('sterling', -2)).not.toBe(drawn('sterling', 2));
});

test('a mood out of range is the nearest, and none is neutral', () => {
  expect(lookOf(99, false)).toEqual(lookOf(2, false));
  expect(lookOf(-Infinity, true)).toEqual(lookOf(-2, true));
  expect(lookOf(NaN, false)).toEqual(lookOf(0, false));
});

test('the voice moves the portrait by one number, 0 to 1', () => {
  expect(drawn('mei', 0, 0)).toContain('--level: 0.00');
  expect(drawn('mei', 0, 0.25)).toBe(drawn('mei').replace('--level: 0.00', '--level: 0.40'));
  expect(drawn('mei', 0, 7)).toContain('--level: 1.00');
});

test('whoever prefers less motion sees nothing breathe or speak', () => {
  const css = readFileSync('src/components/portrait/portrait.module.css', 'utf8');
  const [moving = '', still = ''] = css.split('@media (prefers-reduced-motion: reduce)');
  const moved = [...moving.matchAll(/(\.\w+) \{\s+transform:/g)].map(([, name]) => name);
  expect(moved).toEqual(['.bust', '.head', '.mouth', '.laugh']);
  for (const name of moved) expect(still).toContain(name);
  expect(still).toMatch(/transform: none/);
  expect(css).not.toMatch(/animation/);
});

test('a person without a face gets always the same one, of their gender and age', () => {
  const anna = { name: 'Anna', gender: 'female', age: 30 };
  expect(derive(anna)).toEqual(derive({ ...anna }));
  expect(faceOf({ ...anna, avatar: 'toString' })).toEqual(derive(anna));
  const names = ['Anna', 'Bernd', 'Chloé', 'Dmitri', 'Emeka', 'Fatima', '', 'x'.repeat(5000), '🙂'];
  const all = names.map((name) => derive({ name, gender: 'male', age: 71 }));
  expect(new Set(all.map((face) => JSON.stringify(face))).size).toBe(names.length);
  for (const face of all) expect(face).toMatchObject({ lips: undefined, lines: 3 });
  for (const name of names) expect(derive({ name, gender: 'male', age: 12 }).beard).toBeUndefined();
});

test('an avatar is a letter until the portraits are there, in the same place, and hidden from screen readers', async () => {
  vi.resetModules(); // another test's avatar may have them already
  const { Avatar } = await import('../ui/avatar');
  const { container } = render(<Avatar name="Mrs. Okafor" bot={{ avatar: 'okafor' }} size={52} />);
  const svg = container.querySelector('svg');
  expect(svg?.textContent).toBe('O');
  expect(svg?.getAttribute('aria-hidden')).toBe('true');
  await expect.poll(() => svg?.querySelectorAll('path').length).toBeGreaterThan(20);
  expect(svg?.textContent).toBe('');
  expect(svg?.getAttribute('width')).toBe('52');
});
