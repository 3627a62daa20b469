/** randomID is 128 random bits in hex, which nobody can guess. Unlike crypto.randomUUID it is there on http pages too. */
export function randomID(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');
}
