// Tabs share one session cookie, so signing in or out in one tab changes the member of all tabs. Every tab notifies the
// others. A tab that shows a different member reloads, so that no data of the first member stays on the screen and no
// change is made in the name of the second.
import { forgetKept } from './kept-here.ts';

/** Undefined until the member is known; null when signed out. */
let shownMember: number | null | undefined;
let tabs: BroadcastChannel | undefined;

export function listenToOtherTabs(): void {
  tabs = new BroadcastChannel('linehaul session');
  tabs.onmessage = ({ data }: MessageEvent<number | null>) => {
    // Signing out in another tab clears this browser's drafts too.
    if (data === null) forgetKept();
    meetMember(data);
  };
}

/** Sets the member of this tab, and notifies the other tabs of a change. */
export function keepMember(member: number | null): void {
  const isChanged = shownMember !== undefined && shownMember !== member;
  shownMember = member;
  if (isChanged) tabs?.postMessage(member);
}

/**
 * True if this tab already shows this member. Otherwise the page reloads. A signed-out tab does not reload: it has
 * nothing to hide, and may hold a half-filled form.
 */
export function meetMember(member: number | null): boolean {
  const showsNobody = shownMember === undefined || shownMember === null;
  if (showsNobody || shownMember === member) return true;
  window.location.reload();
  return false;
}
