import type { CallEvent } from '../../lib/rpc/events';
import type { Card } from '../../lib/rpc/types.gen';

/** What the character has shown in a call, oldest first; a newer card takes the place of the one with its id. */
export type Shown = readonly Card[];

/** maxShown is how many cards of a call the page keeps: as many as the agent sends again. */
const maxShown = 16;

export function show(shown: Shown, event: CallEvent): Shown {
  switch (event.kind) {
    case 'begun':
      return [];
    case 'card':
      return [...shown.filter((card) => card.id !== event.card.id), event.card].slice(-maxShown);
    default:
      return shown;
  }
}

/** questionOf is the question that waits for a yes or no, if one does. */
export const questionOf = (shown: Shown): Card | undefined =>
  shown.find((card) => card.kind === 'confirm' && field(card.data, 'open') === true);

/** Choice is a button: pressed, it says its words for the user, or opens an address. */
export interface Choice {
  label: string;
  url?: string;
}

/** Box is a card as it is drawn. */
export interface Box {
  title: string;
  subtitle: string;
  text: string;
  choices: Choice[];
}

/** boxOf draws a card: of an element what it holds, of any other its title and text. */
export function boxOf({ kind, title, text, data }: Card): Box {
  if (kind !== 'element') return { title, subtitle: '', text, choices: [] };
  const name = field(data, 'name');
  if (name === 'Button') return { title: '', subtitle: '', text: '', choices: choicesOf([data]) };
  if (name !== 'Card') return { title, subtitle: '', text, choices: choicesOf(childrenOf(data)) };
  return {
    title,
    subtitle: words(field(field(data, 'props'), 'subtitle')),
    text: childrenOf(data).map(textOf).filter((line) => line !== '').join('\n'),
    choices: choicesOf(childrenOf(data)),
  };
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const words = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** childrenOf are the elements and texts in an element. */
function childrenOf(element: unknown): unknown[] {
  const children = field(element, 'children');
  return Array.isArray(children) ? children.map((child: unknown) => field(child, 'element') ?? field(child, 'text')) : [];
}

/** textOf is the text of a child that is no button. */
function textOf(child: unknown): string {
  if (typeof child === 'string') return child.trim();
  return field(child, 'name') === 'Button' ? '' : childrenOf(child).map(textOf).filter((line) => line !== '').join('\n');
}

function choicesOf(elements: readonly unknown[]): Choice[] {
  return elements.flatMap((element) => {
    const props = field(element, 'props');
    if (field(element, 'name') === 'Card') return choicesOf(childrenOf(element)); // in a carousel
    const label = words(field(props, 'label')) || childrenOf(element).map(words).join(' ').trim();
    const url = words(field(props, 'url'));
    if (field(element, 'name') !== 'Button' || label === '') return [];
    return [/^https?:\/\//i.test(url) ? { label, url } : { label }];
  });
}
