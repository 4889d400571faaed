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

/** The files of a process follow each other within this time. */
const idleMs = 2_000;

let launched: Promise<Browser> | undefined;
let borrowers = 0;
let idle: NodeJS.Timeout | undefined;

/** All files of a process share one browser, because starting one costs as much as several pages. */
export function borrowBrowser(): Promise<Browser> {
  clearTimeout(idle);
  borrowers += 1;
  launched ??= launch();
  return launched;
}

/** Closes its pages, and the browser itself if it stays unused: it would keep the process alive. */
export async function returnBrowser(browser: Browser): Promise<void> {
  borrowers -= 1;
  if (borrowers > 0) return;
  await Promise.all(browser.contexts().map((context) => context.close()));
  idle = setTimeout(() => {
    launched = undefined;
    void browser.close();
  }, idleMs);
}

async function launch(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await obtainChromium(),
    args: browserArguments,
    headless: true,
  });
}
