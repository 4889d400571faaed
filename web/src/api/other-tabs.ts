// Several tabs share one cookie, so signing in or out in one of them changes who the others speak for. Every tab tells the
// others; a tab that shows somebody else begins anew, so that nothing of the first member stays on its screen and nothing
// is done in the name of the second.
import { forgetKept } from './kept-here.ts';

/** Undefined until it is known who is signed in; null when nobody is. */
let shownMember: number | null | undefined;
let tabs: BroadcastChannel | undefined;

export function listenToOtherTabs(): void {
  tabs = new BroadcastChannel('linehaul session');
  tabs.onmessage = ({ data }: MessageEvent<number | null>) => {
    // Whoever signed out there leaves nothing here either.
    if (data === null) forgetKept();
    meetMember(data);
  };
}

/** This tab shows this member from now on, or nobody. The others are told of a change. */
export function keepMember(member: number | null): void {
  const isChanged = shownMember !== undefined && shownMember !== member;
  shownMember = member;
  if (isChanged) tabs?.postMessage(member);
}

/**
 * True when it is whom this tab shows. Otherwise the page is loaded anew, for whoever is signed in. A tab that shows nobody
 * has nothing to hide, and perhaps a form that is being filled in.
 */
export function meetMember(member: number | null): boolean {
  const showsNobody = shownMember === undefined || shownMember === null;
  if (showsNobody || shownMember === member) return true;
  window.location.reload();
  return false;
}
