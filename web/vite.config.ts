// Builds the members area into one folder of hashed files that the service serves itself, without any other host. `npm
// run build` calls this through `web/build.ts`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** A style sheet in the head holds back the first paint. It stays before the root, where the theme overrides it. */
const stylesBehindSkeleton: Plugin = {
  name: 'styles-behind-skeleton',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sheets = html.match(/<link rel="stylesheet"[^>]*>\s*/g) ?? [];
      const rest = sheets.reduce((page, sheet) => page.replace(sheet, ''), html);
      return rest.replace('<div id="root">', (place) => `${sheets.join('')}${place}`);
    },
  },
};

/** The pages that the server renders use the typeface under an address that stays the same. */
const typefaceOfServerPages: Plugin = {
  name: 'typeface-of-server-pages',
  apply: 'build',
  generateBundle() {
    const file = '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2';
    const source = readFileSync(fileURLToPath(import.meta.resolve(file)));
    this.emitFile({ type: 'asset', fileName: 'typeface.woff2', source });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'public',
  plugins: [stylesBehindSkeleton, typefaceOfServerPages],
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
    // One style sheet: a browser never asks again for one that failed while a page was opened.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Modules that pages share travel together: sixty small files made a visit twice as expensive.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules/, minShareCount: 3 },
            { name: 'parts', test: /src[\\/](parts|api|domain)[\\/]/, minShareCount: 2 },
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
