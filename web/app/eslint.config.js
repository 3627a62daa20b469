import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { directions } from './eslint.directions.js';

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/**/*.gen.ts'] },
  js.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}', 'e2e/hooks/*.tsx', 'vite.*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked, hooks.configs.flat.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 150 }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  ...directions,
  {
    files: ['e2e/**/*.mjs', '*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'fetch', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'URL', 'document', 'window', 'navigator',
          'AudioContext', 'AnalyserNode', 'AudioBufferSourceNode', 'ConstantSourceNode', 'MediaStreamAudioDestinationNode', 'atob',
          'Buffer', 'Float32Array', 'AbortSignal', 'URLSearchParams', 'requestAnimationFrame'].map((name) => [name, 'readonly']),
      ),
    },
  },
);
