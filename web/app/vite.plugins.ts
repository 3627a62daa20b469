import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** What the gallery may load, in bytes: its scripts and styles, without what a call loads later. */
const gallery = { raw: 250_000, gzip: 80_000 };

/** budget fails a build whose page loads more before a call than the gallery may. */
export const budget = (): Plugin => ({
  name: 'parley-budget',
  enforce: 'post',
  generateBundle(_, bundle) {
    const files = firstLoad(bundle).map((name) => contents(bundle[name]));
    const raw = files.reduce((sum, file) => sum + file.length, 0);
    const gzip = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
    if (raw > gallery.raw || gzip > gallery.gzip) {
      this.error(
        `the gallery loads ${raw} bytes, ${gzip} as gzip; at most ${gallery.raw} and ${gallery.gzip} may be. ` +
          'What only a call needs is to be imported from app/call-screen.tsx alone.',
      );
    }
  },
});

/** firstLoad are the entry, what it imports at once, and all styles: they are one file. */
function firstLoad(bundle: Rolldown.OutputBundle): string[] {
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
  return [...found];
}

/**
 * compressed writes a .gz beside each text of the build, which the Go server
 * sends to browsers that take it (web/app.go).
 */
export const compressed = (): Plugin => ({
  name: 'parley-compressed',
  enforce: 'post',
  generateBundle(_, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!/\.(html|js|css|svg)$/.test(name)) continue;
      this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gzipSync(contents(file), { level: 9 }) });
    }
  },
});

function contents(file: Rolldown.OutputChunk | Rolldown.OutputAsset | undefined): Buffer {
  return Buffer.from(file?.type === 'chunk' ? file.code : (file?.source ?? ''));
}
