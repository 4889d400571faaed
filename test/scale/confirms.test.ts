// Two real servers on one PostgreSQL: two hundred confirms of different bookings on an account that covers fifty, and
// a hundred confirms of one booking, spread over both servers.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { linehaul, startServer } from '../support/components/program.ts';
import { createDatabase } from '../support/components/template-database.ts';

describe('two servers on one PostgreSQL', () => {
  test('two servers never pass a credit limit, lose a booking, charge twice or repeat a number', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-confirms-'));
    const database = await createDatabase();
    const environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      LIMIT_V5_PER_MINUTE: '0',
    };
    const json = async (line: string) => {
      const { status, stdout, stderr } = await linehaul(environment, ...line.split(' '), '--json');
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout);
    };
    await json('member add --email a@example.com --password pass');
    const { key } = await json('key add --member a@example.com');
    const servers = await Promise.all([startServer(environment), startServer(environment)]);
    const post = async (n: number, path: string, body: object) => {
      const answer = await fetch(`${servers[n % 2]?.url}/api/v5${path}`, {
        method: 'POST',
        headers: { 'api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as BookingShown };
    };
    try {
      const quoted: BookingShown[] = [];
      for (let n = 0; n < 201; n += 1)
        quoted.push((await post(n, '/bookings', sydneyToMelbourne())).body);
      const [first, ...others] = quoted;
      const { total = 0, pickup_dates = [] } = first?.quotes?.toll ?? {};
      const request = { courier: 'toll', pickup_date: pickup_dates[0] };
      const confirm = (n: number, id: number) => post(n, `/bookings/v4/${id}/confirm`, request);

      await json(`credit set --member a@example.com --limit ${total}`);
      const ofOne = await Promise.all(
        Array.from({ length: 100 }, (_, n) => confirm(n, first?.id ?? 0)),
      );
      assert.equal(ofOne.filter(({ status }) => status === 200).length, 1);
      assert.equal((await json('credit show --member a@example.com')).balance, total);

      await json(`credit set --member a@example.com --limit ${(total * 51).toFixed(2)}`);
      const answers = await Promise.all(others.map(({ id }, n) => confirm(n, id)));
      const booked = answers.filter(({ status }) => status === 200);
      assert.equal(booked.length, 50);
      assert.equal(answers.filter(({ status }) => status === 403).length, 150);
      assert.equal(new Set(booked.map(({ body }) => body.connote)).size, 50);
      const credit = await json('credit show --member a@example.com');
      assert.equal(credit.available, 0);
      const numbers = new Set(booked.map(({ body }) => body.connote)).size;
      t.diagnostic(
        `${ofOne.length} confirmations of one booking, ${answers.length} bookings on an account for 50: 1 charge, ${booked.length} booked, ${booked.length - numbers} numbers twice`,
      );
      const { findings } = await json('doctor');
      const ledger = findings.find(({ check }: { check: string }) => check === 'ledger');
      assert.equal(ledger.status, 'ok', ledger.detail);
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await database.drop();
      rmSync(dataDir, { recursive: true });
    }
  });
});
