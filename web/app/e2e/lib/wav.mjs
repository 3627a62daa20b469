import { readFile, writeFile } from 'node:fs/promises';

/**
 * padWav writes a copy of a 16 bit mono WAV with silence around its sound, in
 * seconds. Chromium plays such a file to the page as its microphone, over and
 * over.
 */
export async function padWav(from, to, before, after) {
  const wav = await readFile(from);
  const at = wav.indexOf('data', 12, 'latin1');
  const size = wav.readUInt32LE(at + 4);
  const rate = wav.readUInt32LE(24);
  if (at < 0 || wav.readUInt16LE(22) !== 1 || wav.readUInt16LE(34) !== 16) throw new Error(`${from} is not 16 bit mono`);
  const silence = (seconds) => Buffer.alloc(2 * Math.round(rate * seconds));
  const sound = Buffer.concat([silence(before), wav.subarray(at + 8, at + 8 + size), silence(after)]);
  const header = Buffer.from(wav.subarray(0, at + 8));
  header.writeUInt32LE(at + sound.length, 4);
  header.writeUInt32LE(sound.length, at + 4);
  await writeFile(to, Buffer.concat([header, sound]));
}
