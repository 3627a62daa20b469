import { expect, test } from 'vitest';
import { enginesLine } from './engines';

test('all engines of this machine are called offline', () => {
  expect(enginesLine({ tts: 'flite', stt: 'sphinx', llm: 'understudy' })).toBe('Offline: PocketSphinx · understudy · Flite');
});

test('one engine elsewhere is enough to say so', () => {
  expect(enginesLine({ stt: 'sphinx', llm: 'openai:gpt-4o-mini', tts: 'flite' })).toBe(
    'Engines: PocketSphinx · OpenAI API: gpt-4o-mini · Flite',
  );
});

test('no engines, no line', () => {
  expect(enginesLine({})).toBe('');
});
