// Versions of a carrier's rate cards in the operator's area.
import { type Static, Type } from 'typebox';
import type { ListedVersion } from '../../application/rate-cards/card-versions.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';

const MaybeText = Type.Union([Type.String(), Type.Null()]);

const Deed = Type.Union([Type.Object({ at: Type.String(), by: Type.String() }), Type.Null()]);

export const VersionsReply = Type.Array(
  Type.Object(
    {
      version: Type.Integer(),
      status: Type.Enum(['in_force', 'scheduled', 'past', 'withdrawn']),
      holds_from: Type.Union([Type.String(), Type.Null()], {
        description: 'YYYY-MM-DD; null: it held at once',
      }),
      published: {
        ...Deed,
        description:
          'null: the files were found in the folder, such as those before the first version',
      },
      withdrawn: Deed,
      note: MaybeText,
      same_as: Type.Union([Type.Integer(), Type.Null()], {
        description: 'The earlier version that holds again with this one',
      }),
    },
    { $id: 'RateCardVersion' },
  ),
);

export function presentVersions(versions: readonly ListedVersion[]): Static<typeof VersionsReply> {
  const deed = (done: ListedVersion['published']) =>
    done === undefined ? null : { at: timestampWithColon(done.atMs, homeZone), by: done.by };
  return versions.map(({ number, status, holdsFrom, published, withdrawn, note, sameAs }) => ({
    version: number,
    status,
    holds_from: holdsFrom ?? null,
    published: deed(published),
    withdrawn: deed(withdrawn),
    note: note ?? null,
    same_as: sameAs ?? null,
  }));
}
