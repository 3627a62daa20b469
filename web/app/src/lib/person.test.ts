import { expect, test, vi } from 'vitest';
import { keepPerson, needPerson } from './person';
import { dropUser, isPerson, userID } from './user';

const memory = (id?: string) => {
  const kept = new Map(id === undefined ? [] : [['parley.user', id]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

const answering = (person = true) => {
  const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() => Promise.resolve(Response.json({ person })));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

test('the cookie is of the user whose id the browser keeps', async () => {
  const fetched = answering();
  expect(await keepPerson(memory('secret-0123456789'), false)).toBe(true);
  expect(fetched.mock.calls.map(([path, init]) => [path, init.body])).toEqual([['/api/me', '{"user":"secret-0123456789"}']]);
});

test('nobody becomes a person unless it is asked for', async () => {
  const fetched = answering(false);
  const store = memory();
  expect(await keepPerson(store, false)).toBe(false);
  await expect(needPerson(store)).rejects.toMatchObject({ status: 401 });
  expect(fetched.mock.calls.map(([path, init]) => [path, init.method])).toEqual([['/api/me', undefined], ['/api/me', undefined]]);
  answering();
  expect([await keepPerson(store, true), isPerson(store)]).toEqual([true, true]);
});

test('a browser with a cookie that it does not know of finds it, and looks once', async () => {
  const fetched = answering();
  const store = memory();
  await needPerson(store);
  await needPerson(store);
  expect(isPerson(store)).toBe(true);
  expect(fetched).toHaveBeenCalledOnce();
});

test('a browser that is somebody already stays who it is', async () => {
  vi.stubGlobal('fetch', vi.fn(() => Promise.resolve(new Response('{"error":"another person"}', { status: 409 }))));
  const store = memory('secret-0123456789');
  expect(await keepPerson(store, false)).toBe(true);
  expect(store.getItem('parley.user')).toBeNull();
});

test('the id moves into the cookie once, and is kept no more', async () => {
  const fetched = answering();
  const store = memory('secret-0123456789');
  await keepPerson(store, true);
  expect(store.getItem('parley.user')).toBeNull();
  expect([isPerson(store), userID(store)]).toEqual([true, undefined]);
  expect(await keepPerson(store, false)).toBe(true);
  expect(fetched).toHaveBeenCalledOnce();
  await keepPerson(store, true); // a cookie that was taken away is made anew
  expect(fetched.mock.lastCall?.[1].body).toBe('{}');
  dropUser(store);
  answering(false);
  expect([isPerson(store), await keepPerson(store, false)]).toEqual([false, false]);
});

test('where the browser takes no cookies its id stays', async () => {
  answering();
  vi.stubGlobal('navigator', { cookieEnabled: false });
  const store = memory('secret-0123456789');
  await keepPerson(store, true);
  expect([isPerson(store), userID(store)]).toEqual([false, 'secret-0123456789']);
  vi.unstubAllGlobals();
});
