// How the members area's files are served: caching, encoding and security policy.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { WebClient } from '../../src/application/ports.ts';
import { webPages } from '../../src/http/server/pages/web-pages.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const script = Buffer.from('console.info("hello");'.repeat(40));
const client: WebClient = {
  page: '<script nonce="__NONCE__"></script><style nonce="__NONCE__"></style><p data-for="__READER__"></p>',
  files: new Map([
    [
      '/assets/index-abc.js',
      {
        mediaType: 'text/javascript; charset=utf-8',
        plain: script,
        brotli: brotliCompressSync(script),
        gzip: gzipSync(script),
        tag: 'abc',
        isImmutable: true,
      },
    ],
    [
      '/favicon.svg',
      {
        mediaType: 'image/svg+xml',
        plain: Buffer.from('<svg/>'),
        brotli: undefined,
        gzip: undefined,
        tag: 'def',
        isImmutable: false,
      },
    ],
  ]),
};

describe('files of the members area', () => {
  let t: TestApp;
  before(async () => {
    const [setup] = setups;
    assert.ok(setup);
    t = await startTestApp(setup, { webClient: client });
  });
  after(() => t.close());

  test('serves one page at every address, with a fresh nonce and no unsafe-inline', async () => {
    const nonces = new Set<string>();
    for (const path of webPages) {
      const answer = await t.get(path.replace(':id', '7'));
      assert.equal(answer.statusCode, 200, path);
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'no-store');
      const policy = String(answer.headers['content-security-policy']);
      assert.match(policy, /^default-src 'none'; script-src 'self' 'nonce-/);
      assert.doesNotMatch(policy, /unsafe|\*|http/);
      assert.match(policy, /frame-ancestors 'none'/);
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      assert.equal(
        answer.body,
        `<script nonce="${nonce}"></script><style nonce="${nonce}"></style><p data-for="visitor"></p>`,
      );
      nonces.add(nonce);
    }
    assert.equal(nonces.size, webPages.length);
  });

  test('the page says whether its skeleton is for a member or a visitor', async () => {
    const headers = { cookie: 'linehaul_session=0123456789012345678901234567890123456789012' };
    assert.match((await t.get('/bookings/7?x=/sign-in', headers)).body, /data-for="member"/);
    assert.match((await t.get('/sign-in?to=/quote', headers)).body, /data-for="visitor"/);
  });

  test('a link opened without a session leads to sign-in and back, while programs get the refusal', async () => {
    const url = '/members/api/bookings/v4/7/label?format=png';
    const get = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET', at = url) =>
      t.inject({ method, url: at, headers });
    const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const ended = { cookie: 'linehaul_session=0123456789012345678901234567890123456789012' };
    for (const headers of [page, { ...page, ...ended }]) {
      const { statusCode, headers: sent } = await get(headers);
      assert.equal(statusCode, 303);
      assert.equal(sent.location, `/sign-in?to=${encodeURIComponent(url)}`);
      assert.equal(sent['cache-control'], 'no-store');
    }
    assert.equal((await get({ accept: '*/*' })).statusCode, 401);
    assert.equal((await get({})).statusCode, 401);
    assert.equal((await get(page, 'HEAD')).statusCode, 401);
    assert.equal((await get(page, 'GET', '/api/v5/bookings/v4/7/label')).statusCode, 401);
  });

  test('hashed files are cached for good, in the best encoding that the browser accepts', async () => {
    const get = (encodings: string) =>
      t.get('/assets/index-abc.js', { 'accept-encoding': encodings });
    const best = await get('gzip, deflate, br');
    assert.equal(best.headers['content-encoding'], 'br');
    assert.deepEqual(brotliDecompressSync(best.rawPayload), script);
    assert.equal(best.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(best.headers.vary, 'accept-encoding');
    const older = await get('gzip;q=1.0, br;q=0');
    assert.equal(older.headers['content-encoding'], 'gzip');
    assert.deepEqual(gunzipSync(older.rawPayload), script);
    const none = await get('identity');
    assert.equal(none.headers['content-encoding'], undefined);
    assert.deepEqual(none.rawPayload, script);
    assert.equal(none.headers['x-content-type-options'], 'nosniff');
  });

  test('other files revalidate with 304 while they are unchanged', async () => {
    const first = await t.get('/favicon.svg');
    assert.equal(first.headers['cache-control'], 'no-cache');
    const again = await t.get('/favicon.svg', { 'if-none-match': String(first.headers.etag) });
    assert.equal(again.statusCode, 304);
    assert.equal(again.body, '');
  });

  test('serves only files that the build produced', async () => {
    for (const path of [
      '/assets/',
      '/assets/..%2f..%2fpackage.json',
      '/assets/other.js',
      '/index.html',
    ]) {
      assert.equal((await t.get(path)).statusCode, 404, path);
    }
  });

  test('a mistyped address gets an HTML page for people and JSON for programs', async () => {
    const page = await t.get('/nowhere', { accept: 'text/html,application/xhtml+xml' });
    assert.equal(page.statusCode, 404);
    assert.match(String(page.headers['content-type']), /text\/html/);
    const data = await t.get('/nowhere', { accept: 'application/json' });
    assert.equal(data.json().error, 'not_found');
    const api = await t.get('/api/nowhere', { accept: 'text/html' });
    assert.equal(api.json().error, 'not_found');
  });

  test('without a built client the interface still works', async () => {
    const [setup] = setups;
    assert.ok(setup);
    const bare = await startTestApp(setup);
    try {
      assert.equal((await bare.get('/', { accept: 'text/html' })).statusCode, 404);
      assert.equal((await bare.get('/members/api/session')).statusCode, 200);
    } finally {
      await bare.close();
    }
  });
});
