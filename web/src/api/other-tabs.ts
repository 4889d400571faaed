// Tabs share one session cookie, so signing in or out in one tab changes the user of all tabs. Every tab notifies the
// others. A tab that shows a different user reloads, so that no data of the first user stays on the screen and no
// change is made in the name of the second.
import { forgetKept } from './kept-here.ts';

/** Undefined until the user is known; null when signed out. */
let shownUser: number | null | undefined;
let tabs: BroadcastChannel | undefined;

export function listenToOtherTabs(): void {
  tabs = new BroadcastChannel('linehaul session');
  tabs.onmessage = ({ data }: MessageEvent<number | null>) => {
    // Signing out in another tab clears this browser's drafts too.
    if (data === null) forgetKept();
    meetUser(data);
  };
}

/** Sets the user of this tab, and notifies the other tabs of a change. */
export function keepUser(user: number | null): void {
  const isChanged = shownUser !== undefined && shownUser !== user;
  shownUser = user;
  if (isChanged) tabs?.postMessage(user);
}

/**
 * True if this tab already shows this user. Otherwise the page reloads. A signed-out tab does not reload: it has
 * nothing to hide, and may hold a half-filled form.
 */
export function meetUser(user: number | null): boolean {
  const showsNobody = shownUser === undefined || shownUser === null;
  if (showsNobody || shownUser === user) return true;
  window.location.reload();
  return false;
}
