import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useLater } from './use-later';

const settled = (ask: () => void) => act(async () => {
  ask();
  await Promise.resolve();
});

test('a part is loaded when it is asked for, and once', async () => {
  const load = vi.fn(() => Promise.resolve('part'));
  const { result } = renderHook(() => useLater(load));
  expect(load).not.toHaveBeenCalled();
  await settled(() => { result.current.ask(); result.current.ask(); });
  expect(result.current).toMatchObject({ part: 'part', failed: false });
  await settled(() => { result.current.ask(); });
  expect(load).toHaveBeenCalledOnce();
});

test('after a failure it is loaded again when it is asked for again', async () => {
  const load = vi.fn(() => Promise.resolve('part')).mockRejectedValueOnce(new Error('offline'));
  const { result } = renderHook(() => useLater(load));
  await settled(() => { result.current.ask(); });
  expect(result.current).toMatchObject({ part: undefined, failed: true });
  await settled(() => { result.current.ask(); });
  expect(result.current).toMatchObject({ part: 'part', failed: false });
  expect(load).toHaveBeenCalledTimes(2);
});
