// Checks a page on a desktop and a phone, in light and dark: no serious accessibility violation, nothing wider than
// the screen or its button, and no request that goes to another host or violates the security policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  cutButtons,
  desktop,
  type MembersArea,
  overflow,
  phone,
  restedIn,
  seriousViolations,
} from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';

export type Step = {
  name: string;
  path: string;
  /** A visitor who is not signed in, or a member by their name in the area. */
  as: 'visitor' | 'jane' | 'newcomer';
  /** Brings the page to this state and waits until it is complete. */
  shows: (page: Page) => Promise<void>;
};

export type Stage = { area: MembersArea; newcomer?: TestMember };

type Look = readonly [size: 'desktop' | 'phone', scheme: 'light' | 'dark'];

/** Each size and each colour scheme once. */
const twoLooks: readonly Look[] = [
  ['desktop', 'light'],
  ['phone', 'dark'],
];

export const everyLook: readonly Look[] = [...twoLooks, ['desktop', 'dark'], ['phone', 'light']];

/** One look for each step, in turn. */
export const oneLook = (at: number): readonly Look[] => twoLooks.filter((_, n) => n === at % 2);

/**
 * Creates one test per step, which opens the page once and checks it in each appearance. `stage` is called when the
 * first test runs.
 */
export function checkSteps(
  steps: readonly Step[],
  looksOf: (at: number) => readonly Look[],
  stage: () => Stage,
): void {
  for (const [at, { name, path, as, shows }] of steps.entries()) {
    test(`is accessible and fits the screen: ${name}`, async () => {
      const { area, newcomer } = stage();
      area.complaints.length = 0;
      const member = { visitor: undefined, jane: area.jane, newcomer }[as];
      assert.ok(as === 'visitor' || member !== undefined, `there is no ${as}`);
      const page = await area.visit(path, member === undefined ? {} : { as: member });
      await shows(page);
      for (const [size, scheme] of looksOf(at)) {
        await applyLook(page, [size, scheme]);
        assert.deepEqual(
          {
            size,
            scheme,
            keptOut: await seriousViolations(page),
            tooWide: await overflow(page),
            cut: await cutButtons(page),
          },
          { size, scheme, keptOut: [], tooWide: 0, cut: [] },
        );
      }
      assert.deepEqual(area.complaints, []);
      assert.match(await page.title(), / · Linehaul$/);
      await page.context().close();
    });
  }
}

async function applyLook(page: Page, [size, scheme]: Look): Promise<void> {
  await page.setViewportSize(size === 'desktop' ? desktop : phone);
  await page.emulateMedia({ colorScheme: scheme });
  await restedIn(page, scheme);
}

export const heading = (name: string) => async (page: Page) => {
  await page.getByRole('heading', { name, level: 1 }).waitFor();
};

export const words = (text: string | RegExp) => async (page: Page) => {
  await page.getByText(text).first().waitFor();
};
