// Saved views of lists. Each user has their own; other users of the member do not see them.
import { refuseInvalid } from '../../domain/refusal.ts';
import {
  mostViews,
  type SavedView,
  type SavedViewDetails,
  type SavedViewId,
  type ViewedList,
} from '../../domain/users/saved-view.ts';
import { type Caller, userOf } from '../caller.ts';
import type { App } from '../ports.ts';

export async function listViews(app: App, caller: Caller, list: ViewedList): Promise<SavedView[]> {
  return await app.store.savedViews.list(userOf(caller).id, list);
}

/**
 * A view of the same name is replaced. `replaced` is a view whose place the new one takes, under the same name or
 * another; it may be gone already.
 */
export async function saveView(
  app: App,
  caller: Caller,
  view: SavedViewDetails,
  replaced: SavedViewId | undefined,
): Promise<SavedView> {
  const { id: userId } = userOf(caller);
  return await app.store.transaction(async (store) => {
    const id = await store.savedViews.save(userId, view);
    if (replaced !== undefined && replaced !== id) await store.savedViews.remove(userId, replaced);
    const { length } = await store.savedViews.list(userId, view.list);
    if (length > mostViews)
      refuseInvalid([{ path: ['name'], problem: 'too_many_views', most: mostViews }]);
    return { ...view, id };
  });
}

/** Removing a view that is gone already succeeds. */
export async function removeView(app: App, caller: Caller, id: SavedViewId): Promise<void> {
  await app.store.savedViews.remove(userOf(caller).id, id);
}
