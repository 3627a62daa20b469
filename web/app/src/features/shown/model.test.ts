import { expect, test } from 'vitest';
import type { Card } from '../../lib/rpc/types.gen';
import { boxOf, questionOf, show } from './model';

const card = (id: string, kind = 'element', data: unknown = null): Card => ({ id, kind, title: `title ${id}`, text: 'text', data });

test('a newer card takes the place of the one with its id, and a new call has none', () => {
  const two = [card('a'), card('b')].reduce((shown, one) => show(shown, { kind: 'card', card: one }), show([], { kind: 'begun' }));
  const again = show(two, { kind: 'card', card: { ...card('a'), text: 'new' } });
  expect(again.map(({ id, text }) => `${id} ${text}`)).toEqual(['b text', 'a new']);
  expect(show(again, { kind: 'agent_left' })).toBe(again);
  expect(show(again, { kind: 'begun' })).toEqual([]);
  const many = Array.from({ length: 40 }, (_, i) => card(`c${i}`)).reduce((shown, one) => show(shown, { kind: 'card', card: one }), again);
  expect(many).toHaveLength(16);
});

test('a question is open until its card says otherwise', () => {
  const question = card('confirm', 'confirm', { open: true });
  expect(questionOf([card('a'), question])).toBe(question);
  expect(questionOf([card('confirm', 'confirm', { open: false }), card('confirm', 'confirm', null)])).toBeUndefined();
});

test('a card has its text and buttons, whatever else is in it', () => {
  const button = (props: unknown, ...children: unknown[]) => ({ element: { name: 'Button', props, children } });
  const box = boxOf(card('a', 'element', {
    name: 'Card', props: { title: 'title a', subtitle: ' Room 31 ' },
    children: [
      { text: ' Quiet. ' }, { element: { name: 'Text', children: [{ text: 'A real bath.' }] } },
      button({ label: 'How much?' }), button(null, { text: 'Thanks' }), button({ label: 'Map', url: 'https://example.com' }),
      button({ label: 'Bad', url: 'javascript:alert(1)' }), button({}), null, 7,
    ],
  }));
  expect(box).toEqual({
    title: 'title a', subtitle: 'Room 31', text: 'Quiet.\nA real bath.',
    choices: [{ label: 'How much?' }, { label: 'Thanks' }, { label: 'Map', url: 'https://example.com' }, { label: 'Bad' }],
  });
  expect(boxOf(card('b', 'element', { name: 'Button', props: { label: 'Yes' } }))).toMatchObject({ title: '', choices: [{ label: 'Yes' }] });
  expect(boxOf(card('c', 'sources'))).toEqual({ title: 'title c', subtitle: '', text: 'text', choices: [] });
  const carousel = { name: 'Carousel', children: [{ element: { name: 'Card', children: [button({ label: 'Take it' })] } }] };
  expect(boxOf(card('d', 'element', carousel)).choices).toEqual([{ label: 'Take it' }]);
  for (const data of [null, 7, 'x', [], { name: 'Card', children: 'x' }]) expect(boxOf(card('e', 'element', data)).choices).toEqual([]);
});
