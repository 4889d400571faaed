// The members area in a real browser: the service with the built pages on its own port, a member, and pages that
// report requests to other hosts, violations of the security policy, and exceptions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { loadWebClient } from '../../../src/adapters/web-client/load-web-client.ts';
import { buildWeb, builtDir } from '../../../web/build.ts';
import { borrowBrowser, returnBrowser } from '../components/browser.ts';
import { isLong } from '../long-form.ts';
import { setups } from '../setups.ts';
import { startTestApp, type TestApp, type TestAppOptions, type TestMember } from '../test-app.ts';

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 360, height: 740 };

/** The longest that a page may take to show what a test expects. */
const patienceMs = 90_000;
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

export class MembersArea {
  readonly t: TestApp;
  readonly url: string;
  readonly browser: Browser;
  readonly jane: TestMember;
  /** Problems that pages reported; must be empty after every test. */
  readonly complaints: string[] = [];

  private constructor(t: TestApp, url: string, browser: Browser, jane: TestMember) {
    this.t = t;
    this.url = url;
    this.browser = browser;
    this.jane = jane;
  }

  static async open({
    origin = 'http://127.0.0.1',
    ...options
  }: TestAppOptions & { origin?: string } = {}): Promise<MembersArea> {
    const [setup] = setups;
    assert.ok(setup);
    await buildWeb();
    const webClient = loadWebClient(builtDir);
    assert.ok(webClient);
    const t = await startTestApp(setup, { webClient, ...options });
    await t.server.listen({ port: 0, host: '127.0.0.1' });
    const url = `${origin}:${(t.server.server.address() as AddressInfo).port}`;
    return new MembersArea(t, url, await borrowBrowser(), await t.addMember());
  }

  async close(): Promise<void> {
    await returnBrowser(this.browser);
    await this.t.close();
  }

  /** Opens a page in a new browser context with its own cookies and storage. */
  async visit(path: string, options: VisitOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({
      viewport: options.size ?? desktop,
      colorScheme: options.scheme ?? 'light',
      baseURL: this.url,
      reducedMotion: options.isAnimated === true ? 'no-preference' : 'reduce',
      timezoneId: 'Australia/Sydney',
      locale: 'en-AU',
    });
    context.setDefaultTimeout(patienceMs);
    if (options.as !== undefined) await this.signIn(context, options.as);
    return await this.newTab(context, path);
  }

  async newTab(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage();
    page.on('request', (request) => {
      if (!request.url().startsWith(this.url) && !request.url().startsWith('data:'))
        this.complaints.push(`asked another host: ${request.url()}`);
    });
    page.on('console', (message) => {
      const isRefusal = /the server responded with a status of 4/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isRefusal)
        this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    await page.goto(path);
    return page;
  }

  /** Signs in without the form, for tests of other pages. */
  async signIn(context: BrowserContext, { email, password }: TestMember): Promise<void> {
    const answer = await this.t.inject({
      method: 'POST',
      url: '/members/api/session',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/153.0.0.0 Safari/537.36' },
      payload: { email, password },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const [cookie] = answer.cookies;
    assert.ok(cookie);
    await context.addCookies([
      { name: cookie.name, value: cookie.value, url: this.url, httpOnly: true, sameSite: 'Lax' },
    ]);
  }
}

export type VisitOptions = {
  as?: TestMember;
  size?: { width: number; height: number };
  scheme?: 'light' | 'dark';
  /** Rows glide to their places; otherwise they jump, so that tests do not wait. */
  isAnimated?: boolean;
};

/** Accessibility violations that axe rates as serious or critical. */
export async function seriousViolations(page: Page): Promise<string[]> {
  await rested(page);
  // Evaluated through the debugger, which the page's security policy does not block.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axeSource);
  // Style sheets are needed only by rules that axe does not run by default.
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ target, failureSummary }) => target.join(' ') + ': ' + failureSummary) })))`,
  )) as { id: string; impact: string; nodes: string[] }[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node}`));
}

/** Waits until components have changed their colours: they do at different times, some with a transition. */
export async function restedIn(page: Page, scheme: 'light' | 'dark'): Promise<void> {
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' });
  await rested(page);
}

/**
 * Waits until no colour or size is changing: measured half-way, contrast is too low. What changes for ever is not waited
 * for.
 */
async function rested(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const atMost = (ms, work) => Promise.race([work, new Promise((done) => setTimeout(done, ms))]);
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)));
    const changes = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    for (let round = 0; round < 10; round += 1) {
      await atMost(1_000, drawn());
      if (changes().length === 0) return;
      await atMost(1_000, Promise.allSettled(changes().map(({ finished }) => finished)));
    }
  })()`);
}

const twoLooks = [
  [1440, 'light'],
  [360, 'dark'],
] as const;
const everyLook = [1440, 1280, 360].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => [width, scheme] as const),
);

/** Problems of a page at each width, in light and dark. The short form checks the widest in light, the narrowest in dark. */
export async function problemsInEveryLook(page: Page): Promise<string[]> {
  const problems: string[] = [];
  // Pages that the server renders change at once.
  const isServed = (await page.locator('html[data-mantine-color-scheme]').count()) === 0;
  for (const [width, colorScheme] of isLong ? everyLook : twoLooks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    if (!isServed) await restedIn(page, colorScheme);
    const found = await seriousViolations(page);
    const tooWide = await overflow(page);
    if (tooWide > 0) found.push(`${tooWide} pixels too wide`);
    problems.push(...found.map((problem) => `${width} ${colorScheme}: ${problem}`));
  }
  return problems;
}

/** True if text on the page is drawn in the typeface of the members area. */
export async function hasOurTypeface(page: Page): Promise<boolean> {
  return (await page.evaluate(`document.fonts.ready.then(() =>
    getComputedStyle(document.body).fontFamily.includes('Public Sans') &&
    [...document.fonts].some(({ status }) => status === 'loaded'))`)) as boolean;
}

/** By how many pixels the page is wider than the screen. */
export async function overflow(page: Page): Promise<number> {
  return Number(
    await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    ),
  );
}

/** Records from now on what moves without being animated. Returns the moved elements and how far they moved. */
export async function watchShifts(page: Page): Promise<() => Promise<unknown[]>> {
  await page.evaluate(`(() => {
    const nameOf = ({ node, previousRect, currentRect }) =>
      [node?.className || node?.textContent, placeOf(previousRect), '→', placeOf(currentRect)].join(' ');
    const placeOf = ({ x, y }) => Math.round(x) + ',' + Math.round(y);
    window.shifts = [];
    const note = (list) => window.shifts.push(...list.map(({ sources }) => sources.map(nameOf)));
    window.shiftWatch = new PerformanceObserver((list) => note(list.getEntries()));
    window.shiftWatch.observe({ type: 'layout-shift' });
    window.noteShifts = () => note(window.shiftWatch.takeRecords());
  })()`);
  return async () =>
    (await page.evaluate(`(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      window.noteShifts();
      return window.shifts;
    })()`)) as unknown[];
}

/** Texts of buttons that are cut off. */
export async function cutButtons(page: Page): Promise<string[]> {
  return (await page.evaluate(
    `(() => {
      const labels = [...document.querySelectorAll('.mantine-Button-label')];
      // The class name is the component library's: no match beside a submit button means that it was renamed.
      if (labels.length === 0 && document.querySelector('button[type="submit"]') !== null)
        throw new Error('what buttons say is not found');
      return labels
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent);
    })()`,
  )) as string[];
}
