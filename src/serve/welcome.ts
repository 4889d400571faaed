// The welcome at the first start with an empty database.
import { type DemoAccount, openDemoAccount } from '../application/members/demo-account.ts';
import type { AccountsApp } from '../application/ports.ts';
import type { Config } from '../config.ts';

/** Creates the demo account if there is no member yet, and prints what a first request needs. */
export async function welcome(app: AccountsApp, config: Config, port: number): Promise<void> {
  const demo = await openDemoAccount(app);
  if (demo !== undefined) sayWelcome(demo, config, port);
}

/** The key is shown only now and not stored. */
function sayWelcome(demo: DemoAccount, config: Config, port: number): void {
  const base = localAddress(config, port);
  process.stdout.write(`
Welcome to Linehaul. The database was empty, so a demo member was made. These are shown once:

  e-mail    ${demo.email}
  password  ${demo.password}
  API key   ${demo.key}   (demo: nothing it books is real or charged)

Try it:

  curl -s ${base}/api/v5/member -H 'Api-key: ${demo.key}'

Members area:  ${base}/
API reference: ${base}/docs

`);
}

/** The service's address from this machine. */
export function localAddress({ host }: Pick<Config, 'host'>, port: number): string {
  const near = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${near.includes(':') ? `[${near}]` : near}:${port}`;
}
