import { expect, test } from 'vitest';
import type { CallEvent } from '../rpc/events';
import { captionRole, readCaption, type CaptionReader } from './captions';

function stream(pieces: string[], attributes: Record<string, string>, trailer: Record<string, string> = {}): CaptionReader {
  const info = { id: 'stream-1', attributes };
  return {
    info,
    async *[Symbol.asyncIterator]() {
      for (const piece of pieces) yield await Promise.resolve(piece);
      Object.assign(info.attributes, trailer);
    },
  };
}

async function events(reader: CaptionReader) {
  const got: CallEvent[] = [];
  await readCaption(reader, 'character', (event) => got.push(event));
  return got;
}

test('pieces add up and the trailer makes the text final', async () => {
  const got = await events(
    stream(['So, ', 'this'], { 'lk.segment_id': 'SG_1', 'lk.transcription_final': 'false' }, { 'lk.transcription_final': 'true' }),
  );
  expect(got).toEqual([
    { kind: 'caption', segment: 'SG_1', role: 'character', text: 'So, ', final: false },
    { kind: 'caption', segment: 'SG_1', role: 'character', text: 'So, this', final: false },
    { kind: 'caption', segment: 'SG_1', role: 'character', text: 'So, this', final: true },
  ]);
});

test('without a segment the stream is the segment', async () => {
  expect((await events(stream(['x'], {}))).at(-1)).toMatchObject({ segment: 'stream-1', final: false });
});

test('a stream that breaks off keeps what came', async () => {
  const broken: CaptionReader = {
    info: { id: 's' },
    // eslint-disable-next-line @typescript-eslint/require-await -- it only yields and throws
    async *[Symbol.asyncIterator]() {
      yield 'half';
      throw new Error('sender left');
    },
  };
  expect((await events(broken)).at(-1)).toMatchObject({ text: 'half', final: false });
});

test('captions are taken from the agent, on the user\'s behalf too, and from nobody else', () => {
  const isAgent = (identity: string) => identity === 'agent-1';
  expect(captionRole('agent-1', 'ada', isAgent)).toBe('character');
  expect(captionRole('ada', 'ada', isAgent)).toBe('user');
  expect(captionRole('eve', 'ada', isAgent)).toBeUndefined();
});
