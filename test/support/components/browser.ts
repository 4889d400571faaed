// A real headless Chromium, from the npm package that carries one, so that no system package is needed.
import { type Browser, chromium } from 'playwright-core';
import { obtainChromium } from '../../../scripts/obtain-chromium.ts';

/** A name that leads to this machine without being localhost: to a browser a host like any other in the office. */
export const officeHost = 'freight.example';

const browserArguments = [
  // Tests may run as root, where Chromium's own sandbox refuses to start; it only ever sees our pages.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  // Without these it looks for its maker's hosts at every start.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--host-resolver-rules=MAP ${officeHost} 127.0.0.1`,
];

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await obtainChromium(),
    args: browserArguments,
    headless: true,
  });
}
