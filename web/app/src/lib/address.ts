/** The page's screens and their addresses; {id} is that of a scene, a call or an assistant. web/app.go serves them. */
const addresses = {
  gallery: '/',
  brief: '/s/{id}',
  call: '/c/{id}',
  debrief: '/d/{id}',
  history: '/me',
  ledger: '/me/data',
  join: '/me/join',
  assistant: '/a/{id}',
} as const;

export type Page = keyof typeof addresses;

export interface Address {
  page: Page;
  /** id is empty where the address has none. */
  id: string;
  /** search is what follows a question mark: a debrief's `t` is a moment in seconds. */
  search: URLSearchParams;
}

/** pathTo is the path of a screen. */
export const pathTo = (page: Page, id = ''): string => addresses[page].replace('{id}', id);

const forms = Object.entries(addresses).map(([page, path]) =>
  [page as Page, new RegExp(`^${path.replace('{id}', '([A-Za-z0-9_-]{1,64})')}$`)] as const);

/** readAddress tells which screen a path with its search leads to; undefined for none of the page's. */
export function readAddress(path: string): Address | undefined {
  const [own = '', search] = path.split('?', 2);
  for (const [page, form] of forms) {
    const found = form.exec(own);
    if (found !== null) return { page, id: found[1] ?? '', search: new URLSearchParams(search) };
  }
  return undefined;
}
