// Whether the service can be reached. After a request without an answer we ask again until there is one. Meanwhile
// queries and pages that are being opened wait, and then continue by themselves.
import { onlineManager } from '@tanstack/react-query';
import { isReachable } from './client.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 15_000;
/** A page of an earlier release is gone for good. */
const mostAttempts = 3;

let returning: Promise<void> | undefined;

/** Resolves once the service answers. One failed request alone does not mean that the connection is lost. */
export function untilReachable(): Promise<void> {
  returning ??= askUntilAnswered().finally(() => {
    returning = undefined;
  });
  return returning;
}

async function askUntilAnswered(): Promise<void> {
  for (let waitMs = firstWaitMs; !(await isReachable()); waitMs = longer(waitMs)) {
    onlineManager.setOnline(false);
    await waitForNetwork(waitMs);
  }
  onlineManager.setOnline(true);
}

const longer = (waitMs: number): number => Math.min(waitMs * 2, longestWaitMs);

/** Ends at once when the browser reports a network. */
function waitForNetwork(waitMs: number): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      window.removeEventListener('online', end);
      clearTimeout(timer);
      done();
    };
    const timer = setTimeout(end, waitMs);
    window.addEventListener('online', end);
  });
}

/** Loads a page's script, again after the connection was lost. */
export async function loadPatiently<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (attempt === mostAttempts) throw error;
      await untilReachable();
    }
  }
}
