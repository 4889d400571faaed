// A real headless Chromium, from the npm package that carries one, so that no system package is needed.
import { type Browser, chromium } from 'playwright-core';
import { obtainChromium } from '../../scripts/obtain-chromium.ts';

const browserArguments = [
  // Tests may run as root, where Chromium's own sandbox refuses to start; it only ever sees our pages.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  // Without these it looks for its maker's hosts at every start.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await obtainChromium(),
    args: browserArguments,
    headless: true,
  });
}
