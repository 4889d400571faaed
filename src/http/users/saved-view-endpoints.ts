// /saved-views: the user's own views of lists, each with its search, filters, order and columns.
// Tests: contract/lists.
import { type Static, Type } from 'typebox';
import { listViews, removeView, saveView } from '../../application/users/saved-views.ts';
import {
  longestViewName,
  mostViews,
  type SavedView,
  savedViewId,
  viewedLists,
} from '../../domain/users/saved-view.ts';
import { endpoint, noBody } from '../server/endpoint.ts';
import { neededText } from '../server/values.ts';
import { IdParam } from '../server/whole-number.ts';

const List = Type.Enum([...viewedLists]);
const longestValue = 200;
const mostParts = 12;
const longestHeading = 40;
const mostColumns = 40;

const SavedViewBody = Type.Object({
  list: List,
  name: neededText(longestViewName),
  search: Type.Record(
    Type.String({ pattern: '^[a-z_]{1,20}$' }),
    Type.String({ maxLength: longestValue }),
    {
      additionalProperties: false,
      maxProperties: mostParts,
      description: 'The query of the page’s address',
    },
  ),
  columns: Type.Record(Type.String({ pattern: `^.{1,${longestHeading}}$` }), Type.Boolean(), {
    additionalProperties: false,
    maxProperties: mostColumns,
    description: 'Columns that are shown or hidden by choice, by their headings',
  }),
  replaces: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The id of a view whose place this one takes' }),
  ),
});

export const SavedViewReply = Type.Object(
  {
    id: Type.Integer(),
    list: List,
    name: Type.String(),
    search: Type.Record(Type.String(), Type.String()),
    columns: Type.Record(Type.String(), Type.Boolean()),
  },
  { $id: 'SavedView' },
);

const present = (view: SavedView): Static<typeof SavedViewReply> => ({
  ...view,
  search: { ...view.search },
  columns: { ...view.columns },
});

export const list = endpoint(
  {
    summary: 'The user’s saved views of a list',
    description: 'By name.',
    query: Type.Object({ list: List }),
    reply: Type.Array(SavedViewReply),
  },
  async (app, { caller, query }) => (await listViews(app, caller, query.list)).map(present),
);

export const save = endpoint(
  {
    summary: 'Save a view of a list',
    description: `A view of the same name is replaced, and the one that \`replaces\` names is removed, as when a view is renamed. At most ${mostViews} of each list.`,
    body: SavedViewBody,
    stores: true,
    reply: SavedViewReply,
  },
  async (app, { caller, body: { replaces, ...view } }) => {
    const replaced = replaces === undefined ? undefined : savedViewId(replaces);
    return present(await saveView(app, caller, { ...view, name: view.name.trim() }, replaced));
  },
);

export const remove = endpoint(
  {
    summary: 'Remove a saved view',
    params: Type.Object({ id: IdParam.schema }),
    reply: noBody,
  },
  (app, { caller, params: { id } }) => removeView(app, caller, savedViewId(IdParam.read(id))),
);
