// Tests of the comparison between recorded answers, the route table and the description of v5.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { idleTests, unpublishedAnswers, unservedRoutes } from './served-routes.ts';

const folder = mkdtempSync(join(tmpdir(), 'linehaul-served-'));
after(() => rmSync(folder, { recursive: true }));

function noted(...lines: string[]): string {
  const file = join(folder, 'noted');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

test('counts a route as served only by a success', () => {
  const file = noted('v5 GET /member 200', 'v4 GET /member 401', 'v5 POST /bookings 202');
  const unserved = unservedRoutes(file);
  assert.ok(unserved.includes('v4 GET /member'));
  assert.ok(!unserved.includes('v5 GET /member'));
  assert.ok(!unserved.includes('v5 POST /bookings'));
  assert.ok(unservedRoutes(join(folder, 'none')).includes('v5 GET /member'));
});

test('names each status that v5 does not publish for a route once', () => {
  const file = noted(
    'v5 POST /bookings 201',
    'v5 GET /bookings/v4/:id 418',
    'v5 GET /bookings/v4/:id 418',
    'v5 HEAD /bookings/v4/:id/a6label 404',
    'v5 HEAD /member 418',
    // Neither line is in the description of v5: one is of another generation, the other of a row that only tests
    // have.
    'v4 GET /member 418',
    'v5 GET /parcel 418',
  );
  assert.deepEqual(unpublishedAnswers(file), ['GET /bookings/v4/:id 418', 'HEAD /member 418']);
});

test('names a test that its route lists but that had no success from it', () => {
  const file = noted(
    'v4 GET /member 200 test/contract/members.test.ts',
    'v4 GET /member 401 test/contract/errors.test.ts',
  );
  const tests = ['test/contract/members.test.ts', 'test/contract/errors.test.ts'];
  assert.deepEqual(idleTests(file, [{ method: 'GET', path: '/member', tests }]), [
    'GET /member test/contract/errors.test.ts',
  ]);
});
