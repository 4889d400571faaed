// A carrier's new files in the operator's area, and the report of their check.
import { type Static, Type } from 'typebox';
import type { CarrierDraft } from '../../application/ports.ts';
import type { DraftReport } from '../../application/rate-cards/try-draft.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { dollars } from '../../domain/money.ts';

/** Limit for all rate card files of a carrier together, as uploaded. */
export const mostDraftBytes = 16 * 1024 * 1024;
/** More files than a carrier with every kind of rate card has. */
const mostDraftFiles = 200;

export const DraftBody = Type.Object({
  folder: Type.String({ description: 'The carrier’s folder, such as tnt' }),
  files: Type.Array(
    Type.Object({
      path: Type.String({ description: 'In the folder, such as cards/TNT-2026/lanes.csv' }),
      text: Type.String({ maxLength: mostDraftBytes }),
    }),
    { maxItems: mostDraftFiles },
  ),
  holds_from: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        'YYYY-MM-DD: the version holds from midnight in Sydney on this later day; at once by default',
    }),
  ),
});

export const PublishBody = Type.Object({
  ...DraftBody.properties,
  note: Type.Optional(Type.String({ description: 'For the list of versions' })),
});

const MaybeAmount = Type.Union([Type.Number(), Type.Null()]);

export const DraftReply = Type.Object(
  {
    can_publish: Type.Boolean({ description: 'CARRIERS_DIR is configured.' }),
    is_refused: Type.Boolean({ description: 'It would not be used as it is.' }),
    problems: Type.Array(
      Type.Object({
        severity: Type.String(),
        file: Type.String(),
        line: Type.Integer(),
        column: Type.Integer(),
        field: Type.Union([Type.String(), Type.Null()], {
          description: 'The column of a table or the key of a document, where it is known',
        }),
        value: Type.String(),
        message: Type.String(),
      }),
    ),
    differences: Type.Array(
      Type.Object({
        string_id: Type.String(),
        sampled: Type.Integer({ description: 'Shipments that were quoted last' }),
        same: Type.Integer(),
        dearer: Type.Integer(),
        cheaper: Type.Integer(),
        gained: Type.Integer({ description: 'Priced only with the new files' }),
        lost: Type.Integer({ description: 'Priced only with the files in use' }),
        before: Type.Number({ description: 'All that both price' }),
        after: Type.Number(),
        examples: Type.Array(
          Type.Object({
            booking_id: Type.Integer(),
            from: Type.String(),
            to: Type.String(),
            weight: Type.Number(),
            before: MaybeAmount,
            after: MaybeAmount,
          }),
        ),
      }),
    ),
  },
  { $id: 'CarrierDraftReport' },
);

export const PublishedReply = Type.Object(
  {
    ...DraftReply.properties,
    version: Type.Integer({ description: 'The number of the new version' }),
  },
  { $id: 'PublishedCarrierDraft' },
);

export function parseDraft({
  folder,
  files,
  holds_from: holdsFrom,
}: Static<typeof DraftBody>): CarrierDraft {
  const byPath = new Map(files.map(({ path, text }) => [path, text]));
  return { folder, files: byPath, holdsFrom: holdsFrom ?? undefined };
}

export function presentDraft(report: DraftReport): Static<typeof DraftReply> {
  return {
    can_publish: report.canPublish,
    is_refused: report.isRefused,
    problems: report.problems.map(({ severity, file, line, column, field, value, message }) => ({
      severity,
      file,
      line,
      column,
      field: field ?? null,
      value,
      message,
    })),
    differences: report.differences.map((one) => ({
      string_id: one.stringId,
      sampled: one.sampled,
      same: one.same,
      dearer: one.dearer,
      cheaper: one.cheaper,
      gained: one.gained,
      lost: one.lost,
      before: dollars(one.beforeCents),
      after: dollars(one.afterCents),
      examples: one.examples.map((change) => ({
        booking_id: change.bookingId,
        from: change.from,
        to: change.to,
        weight: change.weightGrams / gramsPerKg,
        before: change.beforeCents === undefined ? null : dollars(change.beforeCents),
        after: change.afterCents === undefined ? null : dollars(change.afterCents),
      })),
    })),
  };
}
