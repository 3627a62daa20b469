import { readFile, writeFile } from 'node:fs/promises';

/**
 * joinWavs writes a WAV of parts one after the other: a number is that many
 * seconds of silence, a path the sound of a 16 bit mono WAV, all of one rate.
 * Chromium plays such a file to the page as its microphone, over and over.
 */
export async function joinWavs(to, parts) {
  const wavs = await Promise.all(parts.map((part) => typeof part === 'number' ? part : read(part)));
  const { rate, header } = wavs.find((wav) => typeof wav !== 'number');
  if (wavs.some((wav) => wav.rate && wav.rate !== rate)) throw new Error(`${parts} are of different rates`);
  const sound = Buffer.concat(wavs.map((wav) => wav.sound ?? Buffer.alloc(2 * Math.round(rate * wav))));
  header.writeUInt32LE(header.length - 8 + sound.length, 4);
  header.writeUInt32LE(sound.length, header.length - 4);
  await writeFile(to, Buffer.concat([header, sound]));
}

async function read(path) {
  const wav = await readFile(path);
  const at = wav.indexOf('data', 12, 'latin1');
  if (at < 0 || wav.readUInt16LE(22) !== 1 || wav.readUInt16LE(34) !== 16) throw new Error(`${path} is not 16 bit mono`);
  return { header: Buffer.from(wav.subarray(0, at + 8)), rate: wav.readUInt32LE(24), sound: wav.subarray(at + 8, at + 8 + wav.readUInt32LE(at + 4)) };
}
