// PostgreSQL databases for tests: one template with the schema, copied for each test in milliseconds.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgres } from '../../../src/adapters/store/engine/postgres-engine.ts';
import { migrate } from '../../../src/adapters/store/migrate.ts';
import { silentLog } from '../test-logs.ts';

const template = 'linehaul_template';
/** A busy machine may connect slowly; only the tests of the connection timeout set a short one. */
const connectPatienceSeconds = 120;

export async function prepareTemplate(serverUrl: string): Promise<void> {
  await query(serverUrl, `create database ${template}`);
  const engine = openPostgres(databaseUrl(serverUrl, template), () => {}, silentLog);
  await migrate(engine, 0, 'bring_up_to_date');
  await engine.close();
}

export type TestDatabase = { url: string; drop(): Promise<void> };

/** With `isEmpty`, the database has no tables. */
export async function createDatabase(options: { isEmpty?: boolean } = {}): Promise<TestDatabase> {
  const serverUrl = testServer('TEST_POSTGRES_URL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const source = options.isEmpty === true ? 'template0' : template;
  await query(serverUrl, `create database ${name} template ${source}`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => query(serverUrl, `drop database ${name} with (force)`),
  };
}

/** The URL of a server that `npm test` has started. */
export function testServer(name: 'TEST_POSTGRES_URL' | 'TEST_REDIS_URL'): string {
  const url = process.env[name];
  if (url === undefined) {
    throw new Error('This test needs PostgreSQL and Redis: run it with "npm test -- FILE".');
  }
  return url;
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  url.searchParams.set('connect_timeout', String(connectPatienceSeconds));
  return url.href;
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
