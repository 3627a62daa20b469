import { readdirSync, readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { lateStyles, messages, packed, plainImports, preloads } from './vite.plugins.ts';

/** Chunks of their own, which browsers keep when the page changes. livekit-client is one module of 533 kB: Vite warns of it. */
const libraries = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'livekit', test: /node_modules\/livekit-client\// },
];

/** Tests that put a module of their own in a module's place: such a file needs modules that nobody has loaded before it. */
const mocking = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name}`)
  .filter((name) => /\.test\.tsx?$/.test(name) && /vi\.(mock|doMock)\(/.test(readFileSync(name, 'utf8')));

// In development the API comes from a running `parley serve`; LiveKit is reached
// at its own address, which the API tells.
export default defineConfig({
  plugins: [react(), messages(), lateStyles(), plainImports(), preloads(), packed()],
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:8080' } },
  css: { modules: { generateScopedName: '_[hash:base64:5]' } }, // 3 kB less than with Vite's names
  build: {
    target: 'es2022',
    cssCodeSplit: false, // one file of the gallery's styles; the others come with their scripts (lateStyles)
    modulePreload: false, // see preloads
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } }, // the first load keeps no names of the contract for later parts
      output: { codeSplitting: { groups: libraries } },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/messages.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 120_000, // beside all that CI runs
    sequence: { shuffle: { files: true } },
    // A DOM for each file took six times the processor's time of all the tests in them.
    projects: [
      { extends: true, test: { name: 'together', include: ['src/**/*.test.{ts,tsx}'], exclude: mocking, isolate: false } },
      { extends: true, test: { name: 'mocking', include: mocking } },
    ],
  },
});
