// How the members area is built: one folder of hashed files that the service itself hands out. Nothing is taken from
// another host. `npm run build` calls this through `web/build.ts`.
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  // The server puts a fresh number in its place in every page, and in the page's security policy.
  html: { cspNonce: '__NONCE__' },
  // `npm run dev:web` shows changes at once and asks a server that runs beside it for everything else.
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/members', '/api', '/docs', '/openapi.json', '/track'].map((path) => [
        path,
        'http://127.0.0.1:8080',
      ]),
    ),
  },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Libraries mark their modules for servers that render React; there is none here.
      onLog: (level, log, tell) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
      },
    },
  },
});
