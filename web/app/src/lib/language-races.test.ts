import { beforeEach, expect, test, vi } from 'vitest';

const texts = {
  'gallery/de': { cancel: 'Abbrechen' },
  'gallery/fr': { cancel: 'Annuler' },
  'history/en': { historyMore: 'More' },
  'history/de': { historyMore: 'Mehr' },
  'history/fr': { historyMore: 'Plus' },
};
type Name = keyof typeof texts;

/** held are the catalogs that a test holds back, and whether they are there in the end. */
const held = new Map<Name, Promise<boolean>>();

/** gate holds a catalog back until it is opened, or refused. */
function gate(name: Name) {
  let settle: (there: boolean) => void = () => undefined;
  held.set(name, new Promise((resolve) => { settle = resolve; }));
  return { open: () => { settle(true); }, refuse: () => { settle(false); } };
}

/** serve has a catalog come from here. Vitest may register two of one path in any order, so a test registers none. */
function serve(name: Name) {
  vi.doMock(`../messages/${name}.json`, async () => {
    if ((await held.get(name)) ?? true) return { default: texts[name] };
    throw new Error('offline');
  });
}

/** fresh is the page as it begins, in English; gates must be set before. */
async function fresh() {
  const page = await import('./language');
  const shown = () => [page.language(), document.documentElement.lang, page.t('cancel')];
  return { ...page, shown, screen: () => page.withMessages(['history'], () => Promise.resolve('screen')) };
}

beforeEach(() => {
  vi.resetModules();
  document.documentElement.lang = 'en';
  held.clear();
  (Object.keys(texts) as Name[]).forEach(serve);
});

test('of two languages chosen one after the other the last is spoken, whichever is there first', async () => {
  const german = gate('gallery/de');
  const { speak, shown } = await fresh();
  const first = speak('de');
  await speak('fr');
  expect(shown()).toEqual(['fr', 'fr', 'Annuler']);
  german.open();
  await first;
  expect(shown()).toEqual(['fr', 'fr', 'Annuler']);
});

test('a language that cannot be loaded changes nothing, and is told unless another was chosen', async () => {
  const [german, french] = [gate('gallery/de'), gate('gallery/fr')];
  const { speak, shown } = await fresh();
  const [first, second] = [speak('de'), speak('fr')];
  german.refuse();
  await first;
  french.refuse();
  await expect(second).rejects.toThrow();
  expect(shown()).toEqual(['en', 'en', 'Cancel']);
});

test('a part that comes while a language is loaded is of that language', async () => {
  const german = gate('gallery/de');
  const { speak, screen, t } = await fresh();
  const spoken = speak('de');
  expect(await screen()).toBe('screen');
  expect(t('historyMore')).toBe('More');
  german.open();
  await spoken;
  expect(t('historyMore')).toBe('Mehr');
});

test('a part whose messages cannot be loaded is shown in English, until another language is chosen', async () => {
  const german = gate('history/de');
  const { speak, screen, shown, t } = await fresh();
  await speak('de');
  german.refuse();
  expect(await screen()).toBe('screen');
  expect([...shown(), t('historyMore')]).toEqual(['de', 'de', 'Abbrechen', 'More']);
  await speak('fr');
  expect(t('historyMore')).toBe('Plus');
});

test('a part without any messages is not shown', async () => {
  const [german, english] = [gate('history/de'), gate('history/en')];
  const { speak, screen } = await fresh();
  await speak('de');
  german.refuse();
  english.refuse();
  await expect(screen()).rejects.toThrow();
});
