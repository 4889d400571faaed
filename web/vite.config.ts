// Builds the members area into one folder of hashed files that the service serves itself, without any other host. `npm
// run build` calls this through `web/build.ts`.
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  // The server replaces this by a fresh nonce in every page and in the security policy.
  html: { cspNonce: '__NONCE__' },
  // `npm run dev:web` shows changes at once and sends all other requests to a server beside it.
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
      output: {
        // Modules that pages share travel together: sixty small files made a visit twice as expensive.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, minShareCount: 3 },
            { name: 'parts', test: /src[\\/](parts|api)[\\/]/, minShareCount: 2 },
          ],
        },
      },
      // Libraries mark their modules for React server rendering, which is not used here.
      onLog: (level, log, tell) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
      },
    },
  },
});
