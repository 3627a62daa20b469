import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// In development the API comes from a running `parley serve`; LiveKit is reached
// at its own address, which the API tells.
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1', proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: { target: 'es2022', chunkSizeWarningLimit: 900, modulePreload: { polyfill: false } },
  test: { environment: 'jsdom', include: ['src/**/*.test.{ts,tsx}'], restoreMocks: true },
});
