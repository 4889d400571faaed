// Runs a real nginx with the project's own example. Only the addresses are replaced, and the parts for a system
// service: it uses its own folder and the current user, and runs in the foreground.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { obtainNginx } from '../../scripts/obtain-nginx.ts';
import { environmentOf } from '../../scripts/obtain-program.ts';
import { reservedPort, stopProcess } from '../support/components/processes.ts';
import { until } from '../support/until.ts';

export type Nginx = {
  url: string;
  process: ChildProcess;
  log(): string;
  /**
   * Takes a server out of the upstream, or none with undefined; resolves when requests from before have ended.
   */
  drain(port: number | undefined): Promise<void>;
  stop(): Promise<void>;
};

const example = (name: string): string =>
  readFileSync(join(import.meta.dirname, '..', '..', 'deploy', 'nginx', name), 'utf8');

/** The upstream configuration, without the server that is being drained. */
export type Upstream = (drained?: number) => string;

/** `ports` are those of the local servers. */
export function atPorts(ports: readonly number[]): Upstream {
  return (drained) => {
    const servers = ports.map(
      (port) => `server 127.0.0.1:${port} max_fails=0${port === drained ? ' down' : ''};`,
    );
    const [own, ...rest] = example('upstream.conf').split(/^ +server .*$/m);
    return [own, servers.join('\n'), ...rest].join('\n');
  };
}

/** As in compose: the current addresses of `linehaul`, at this port. */
export function byName(namesPort: number, port: number): Upstream {
  return () =>
    example('upstream-compose.conf')
      .replace('resolver 127.0.0.11', `resolver 127.0.0.1:${namesPort}`)
      .replace('linehaul:8080', `linehaul:${port}`);
}

export async function startNginx(upstream: Upstream): Promise<Nginx> {
  const home = mkdtempSync(join(tmpdir(), 'linehaul-nginx-'));
  const port = await reservedPort();
  const writeSite = (drained?: number): void => {
    const site = example('linehaul.conf').replace('listen 80;', `listen 127.0.0.1:${port};`);
    writeFileSync(join(home, 'site.conf'), `${upstream(drained)}\n${site}`);
  };
  writeSite();
  for (const folder of ['body', 'proxy', 'other']) mkdirSync(join(home, folder));
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${home}/pid;
error_log ${home}/error.log notice;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/other;
  uwsgi_temp_path ${home}/other;
  scgi_temp_path ${home}/other;
  include ${home}/site.conf;
}
`,
  );
  const log = (): string => readFileSync(join(home, 'error.log'), 'utf8');
  const nginx = obtainNginx();
  const child = spawn(
    nginx.program,
    ['-p', home, '-e', join(home, 'error.log'), '-c', join(home, 'nginx.conf')],
    { stdio: ['ignore', 'ignore', 'pipe'], env: environmentOf(nginx) },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await until('nginx listens', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${output}`);
    return await canConnect(port);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    log,
    drain: async (drained) => {
      const left = (): number => log().match(/worker process \d+ exited with code 0/g)?.length ?? 0;
      const before = left();
      writeSite(drained);
      child.kill('SIGHUP');
      await until('the earlier nginx worker has finished', () => left() > before);
    },
    stop: async () => {
      await stopProcess(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
