import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** What the gallery may load, in bytes: its scripts and styles, without what a call loads later. */
const gallery = { raw: 250_000, gzip: 80_000 };

/**
 * packed writes a .gz beside each text of the build, which the Go server sends
 * to browsers that take it (web/app.go), and fails a build whose page loads
 * more before a call than the gallery may. It works on the files as written:
 * Vite still changes scripts after plugins have seen them.
 */
export const packed = (): Plugin => ({
  name: 'parley-packed',
  writeBundle({ dir = '' }, bundle) {
    const first = firstLoad(bundle);
    const sum = { raw: 0, gzip: 0 };
    for (const name of Object.keys(bundle).filter((n) => /\.(html|js|css)$/.test(n))) {
      const text = readFileSync(join(dir, name));
      const gzip = gzipSync(text, { level: 9 });
      writeFileSync(join(dir, `${name}.gz`), gzip);
      if (!first.has(name)) continue;
      sum.raw += text.length;
      sum.gzip += gzip.length;
    }
    this.info(`the gallery loads ${sum.raw} bytes, ${sum.gzip} as gzip`);
    if (sum.raw > gallery.raw || sum.gzip > gallery.gzip) {
      this.error(
        `the gallery loads ${sum.raw} bytes, ${sum.gzip} as gzip; it may load ${gallery.raw} and ${gallery.gzip}. ` +
          'Import what only a call needs from app/call-screen.tsx alone, or below it.',
      );
    }
  },
});

/** firstLoad are the entry, what it imports at once, and the styles, which are one file. */
function firstLoad(bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>();
  const add = (name: string) => {
    const file = bundle[name];
    if (file?.type !== 'chunk' || found.has(name)) return;
    found.add(name);
    file.imports.forEach(add);
  };
  for (const [name, file] of Object.entries(bundle)) {
    if (file.type === 'chunk' && file.isEntry) add(name);
    if (name.endsWith('.css')) found.add(name);
  }
  return found;
}
