// What use cases need for users' saved views.

import type {
  SavedView,
  SavedViewDetails,
  SavedViewId,
  ViewedList,
} from '../../domain/users/saved-view.ts';
import type { UserId } from '../../domain/users/user.ts';

export type SavedViews = {
  /** By name. */
  list(userId: UserId, list: ViewedList): Promise<SavedView[]>;
  /** Replaces the user's view of the same list and name. */
  save(userId: UserId, view: SavedViewDetails): Promise<SavedViewId>;
  remove(userId: UserId, id: SavedViewId): Promise<void>;
};
