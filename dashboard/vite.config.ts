import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import packageJson from '../package.json' with { type: 'json' };

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const service = 'http://127.0.0.1:7300';

export default defineConfig({
  root: at('.'),
  plugins: [react()],
  define: { __FERRYMAN_VERSION__: JSON.stringify(packageJson.version) },
  resolve: { alias: { 'ferryman-client': at('../client/src/index.ts') } },
  build: {
    outDir: at('../dist/dashboard'),
    emptyOutDir: true,
    // The content security policy allows no inline script or style, nor data: for either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
  },
  // For work on the pages: a service on its usual port answers the calls, as if its own page asked.
  server: {
    host: '127.0.0.1',
    proxy: { '/v1': { target: service, changeOrigin: true, headers: { origin: service } } },
  },
});
