// A user's view of a list under a name: its search, filters and order, and the columns that the user has chosen.

export type SavedViewId = number & { readonly brand: 'SavedViewId' };

export const savedViewId = (id: number): SavedViewId => id as SavedViewId;

export const viewedLists = [
  'members-bookings',
  'operators-bookings',
  'orders',
  'members',
  'carriers',
  'calls',
] as const;

export type ViewedList = (typeof viewedLists)[number];

export type SavedViewDetails = {
  list: ViewedList;
  name: string;
  /** As in the address of the page; the page reads it as it reads any address. */
  search: Readonly<Record<string, string>>;
  /** Headings of columns that the user has shown or hidden. */
  columns: Readonly<Record<string, boolean>>;
};

export type SavedView = SavedViewDetails & { id: SavedViewId };

export const longestViewName = 40;

/** Views of one list: as many as a page shows beside its filters. */
export const mostViews = 20;

/** Two views of a list never differ in case or spaces alone. */
export function viewKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
