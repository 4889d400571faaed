// Users' saved views in the database.
import type { SavedViews } from '../../../application/ports.ts';
import { type SavedViewDetails, savedViewId, viewKey } from '../../../domain/users/saved-view.ts';
import type { Access } from '../access.ts';
import { all, run } from '../statements.ts';

export function savedViewsOver({ read, write }: Access): SavedViews {
  return {
    list: (userId, list) =>
      all(
        read
          .selectFrom('saved_views')
          .select(['id', 'document'])
          .where('user_id', '=', userId)
          .where('list', '=', list)
          .orderBy('name_key'),
        ({ id, document }) => ({
          list,
          ...(JSON.parse(document) as Omit<SavedViewDetails, 'list'>),
          id: savedViewId(id),
        }),
      ),
    save: (userId, { list, ...view }) =>
      write(async (db) => {
        const document = JSON.stringify(view);
        const { id } = await db
          .insertInto('saved_views')
          .values({ user_id: userId, list, name_key: viewKey(view.name), document })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'list', 'name_key']).doUpdateSet({ document }),
          )
          .returning('id')
          .executeTakeFirstOrThrow();
        return savedViewId(id);
      }),
    remove: (userId, id) =>
      run(write, (db) =>
        db.deleteFrom('saved_views').where('id', '=', id).where('user_id', '=', userId),
      ),
  };
}
