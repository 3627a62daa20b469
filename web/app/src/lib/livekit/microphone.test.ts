import { expect, test } from 'vitest';
import { micFault } from './capture';
import { openMicrophone } from './microphone';

test.each([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'not_found'],
  ['NotReadableError', 'in_use'],
  ['TypeError', 'other'],
])("a browser's %s is %s", (name, want) => {
  expect(micFault(Object.assign(new Error('raw words'), { name }))).toBe(want);
});

test('a page without https is told so', async () => {
  expect(window.isSecureContext).toBeFalsy(); // jsdom is no browser with https
  expect(await openMicrophone()).toEqual({ fault: 'insecure' });
});
