import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import zopfli from '@gfx/zopfli';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { preprocessCSS, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';

/** What the gallery may load, in bytes: its scripts and styles, without what a call loads later. */
const gallery = { raw: 260_000, gzip: 80_000 };

/**
 * packed writes a .gz beside each text of the build, which the Go server sends
 * to browsers that take it (web/app.go), and fails a build whose page loads
 * more before a call than the gallery may. It works on the files as written:
 * Vite still changes scripts after plugins have seen them.
 */
export const packed = (): Plugin => ({
  name: 'parley-packed',
  async writeBundle({ dir = '' }, bundle) {
    const first = firstLoad(bundle);
    const sum = { raw: 0, gzip: 0 };
    for (const name of Object.keys(bundle).filter((n) => /\.(html|js|css)$/.test(n))) {
      const text = readFileSync(join(dir, name));
      // What everybody waits for is packed as small as gzip goes, which takes a second.
      const gzip = first.has(name) ? await zopfli.gzipAsync(text, { numiterations: 15 }) : gzipSync(text, { level: 9 });
      writeFileSync(join(dir, `${name}.gz`), gzip);
      if (!first.has(name)) continue;
      sum.raw += text.length;
      sum.gzip += gzip.length;
    }
    this.info(`the gallery loads ${sum.raw} bytes, ${sum.gzip} as gzip`);
    if (sum.raw > gallery.raw || sum.gzip > gallery.gzip) {
      this.error(
        `the gallery loads ${sum.raw} bytes, ${sum.gzip} as gzip; it may load ${gallery.raw} and ${gallery.gzip}. ` +
          'Import what only a call or an assistant needs from app/call-screen.tsx or app/assistant-screen.tsx alone, or below it.',
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

/**
 * messages compiles the texts of src/messages, which are ICU MessageFormat, so that the page needs no parser: a text
 * becomes what Lingui's runtime fills in. One that cannot be read fails the build.
 */
export const messages = (): Plugin => ({
  name: 'parley-messages',
  enforce: 'pre',
  load(id) {
    if (!/\/src\/messages\/\w+\/\w+\.json$/.test(id)) return null;
    this.addWatchFile(id);
    const texts = JSON.parse(readFileSync(id, 'utf8')) as Record<string, string>;
    return JSON.stringify(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, compileMessage(text)])));
  },
});

/**
 * plainImports puts a bare call in the place of Vite's helper for what is loaded later, which would load styles and
 * name scripts ahead: there are none (lateStyles, and modulePreload is off), and it is in the first load.
 */
export const plainImports = (): Plugin => ({
  name: 'parley-plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
});

/**
 * preloads names in the page what its script imports at once, so that both are asked for together. Vite would do so, but
 * only with a helper in the first load for what is loaded later, which is loaded while the page is idle.
 */
export const preloads = (): Plugin => ({
  name: 'parley-preloads',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { chunk }) =>
      (chunk?.imports ?? []).map((file) => ({
        tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` }, injectTo: 'head',
      })),
  },
});

/** What the gallery's own styles are in; those of all else come with the scripts that need them. */
const galleryStyles = /src\/(components\/ui\/ui|features\/(scenario\/scenario|settings\/settings)|app\/app)\.module\.css$/;

const lateMark = '.late.js';
const adoptID = '\0parley-adopt';

/**
 * lateStyles puts the styles of what is loaded later into its scripts, which
 * hand them to the document when they run: the gallery is spared them, a part
 * of the page has its styles or is not there at all, and can be loaded again
 * after a failure. No style element is made, so the page's content policy holds.
 */
export const lateStyles = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'parley-late-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved(resolved) {
      config = resolved;
    },
    async resolveId(source, importer) {
      if (source === adoptID) return adoptID;
      if (!source.endsWith('.module.css')) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      return found === null || galleryStyles.test(found.id) ? found : found.id + lateMark;
    },
    async load(id) {
      if (id === adoptID) {
        return `export function adopt(text) {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
        }`;
      }
      if (!id.endsWith(lateMark)) return null;
      const file = id.slice(0, -lateMark.length);
      this.addWatchFile(file);
      const { code, modules = {} } = await preprocessCSS(readFileSync(file, 'utf8'), file, config);
      const text = code.replace(/\/\*[^]*?\*\//g, '').replace(/\s+/g, ' ').trim();
      return {
        code: `import { adopt } from ${JSON.stringify(adoptID)};\nadopt(${JSON.stringify(text)});\nexport default ${JSON.stringify(modules)};`,
        moduleSideEffects: true,
      };
    },
  };
};
