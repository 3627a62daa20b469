import { afterEach, expect, test, vi } from 'vitest';
import { createCall } from './calls';
import { ApiError } from './client';
import { forgetUser } from './mine';

afterEach(() => { vi.unstubAllGlobals(); });

const refusal = async (status: number, body: string, headers: Record<string, string> = {}) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status, headers })));
  const error: unknown = await createCall({ scenario: 's' }, new AbortController().signal).catch((e: unknown) => e);
  if (!(error instanceof ApiError)) throw new Error('no refusal');
  return { message: error.message, field: error.field, again: error.again };
};

test('a refusal carries its words and when to ask again', async () => {
  expect(await refusal(503, '{"error":"All 16 seats are taken"}', { 'Retry-After': '60' })).toEqual({
    message: 'All 16 seats are taken', field: undefined, again: 60,
  });
  expect(await refusal(400, '{"error":"must be an id","field":"user"}')).toEqual({
    message: 'must be an id', field: 'user', again: undefined,
  });
});

test('what is no answer of ours is told by its status', async () => {
  const proxy = { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' };
  expect(await refusal(502, '<html>', proxy)).toEqual({ message: 'Parley answered with status 502.', field: undefined, again: undefined });
});

test('to be forgotten the user shows their secret, and not in an address', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response(null, { status: 204 })));
  vi.stubGlobal('fetch', fetched);
  await forgetUser('secret-0123456789');
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/api/me', {
    method: 'DELETE', headers: { Authorization: 'Bearer secret-0123456789' },
  });
});
