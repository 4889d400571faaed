// Several real server processes on one PostgreSQL and one Redis, like machines behind a load balancer. Tests call
// each of them as a shop with a key, as a person with a cookie, and from the command line.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, linehaul, type RunningServer, startServer } from './program.ts';
import { type RedisServer, startRedis } from './redis.ts';
import { createDatabase, type TestDatabase } from './template-database.ts';

export type Answer = { status: number; body: unknown; headers: Headers };

export class Fleet {
  readonly environment: Environment;
  readonly servers: RunningServer[] = [];
  readonly database: TestDatabase;
  readonly redis: RedisServer;
  readonly #dataDir: string;

  private constructor(dataDir: string, database: TestDatabase, redis: RedisServer) {
    this.#dataDir = dataDir;
    this.database = database;
    this.redis = redis;
    this.environment = {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      LIMIT_V5_PER_MINUTE: '0',
    };
  }

  static async start(count: number, settings: Environment = {}): Promise<Fleet> {
    const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-fleet-'));
    const fleet = new Fleet(dataDir, await createDatabase(), await startRedis());
    Object.assign(fleet.environment, settings);
    // The first server alone creates the demo account and the secret key.
    if (count > 0) await fleet.add();
    await Promise.all(Array.from({ length: count - 1 }, () => fleet.add()));
    return fleet;
  }

  async add(settings: Environment = {}): Promise<RunningServer> {
    const server = await startServer({ ...this.environment, ...settings });
    this.servers.push(server);
    return server;
  }

  url(n: number): string {
    const { url } = this.servers[n % this.servers.length] ?? {};
    assert.ok(url, 'no server was started');
    return url;
  }

  async json<Shown>(line: string): Promise<Shown> {
    const { status, stdout, stderr } = await linehaul(
      this.environment,
      ...line.split(' '),
      '--json',
    );
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout) as Shown;
  }

  /** Adds a member with a key who may sign in as an operator. */
  async addOperator(): Promise<{ key: string; email: string; password: string }> {
    const [email, password] = ['olga@example.com', 'correct horse battery'];
    const { status, stderr } = await linehaul(
      this.environment,
      ...['member', 'add', '--email', email, '--password', password],
    );
    assert.equal(status, 0, stderr);
    await this.json(`member set --member ${email} --operator on`);
    const { key } = await this.json<{ key: string }>(`key add --member ${email}`);
    return { key, email, password };
  }

  async close(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
    await this.redis.stop();
    await this.database.drop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** Sends a shop's request to the given server. */
export async function ask(
  url: string,
  key: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}/api/v5${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'api-key': key, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** A browser whose requests go to a different server each time. */
export class Roamer {
  cookie = '';
  #csrfToken = '';
  #turn = 0;
  readonly #fleet: Pick<Fleet, 'url'>;

  constructor(fleet: Pick<Fleet, 'url'>) {
    this.#fleet = fleet;
  }

  async signIn(account: { email: string; password: string }): Promise<this> {
    const { email, password } = account;
    const { status, body } = await this.send('POST', '/session', { email, password });
    assert.equal(status, 200, JSON.stringify(body));
    this.#csrfToken = (body as { csrf_token: string }).csrf_token;
    return this;
  }

  /** Goes to the next server in turn unless `server` names one. */
  async send(method: string, path: string, body?: object, server?: number): Promise<Answer> {
    this.#turn += 1;
    const answer = await fetch(`${this.#fleet.url(server ?? this.#turn)}/members/api${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        'x-csrf-token': this.#csrfToken,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const [pair = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';');
    if (pair !== '') this.cookie = pair;
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: answer.headers,
    };
  }
}
