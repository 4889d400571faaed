// A real headless Chromium from an npm package, so that no system package is needed.
import { type Browser, chromium } from 'playwright-core';
import { obtainChromium } from '../../../scripts/obtain-chromium.ts';

/** A host name that resolves to this machine. Browsers treat localhost specially, but not this name. */
export const officeHost = 'freight.example';

const browserArguments = [
  // Chromium's sandbox refuses to start as root, which tests may run as; this browser only opens our own pages.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  // Without these, Chromium contacts its vendor's hosts at every start.
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
