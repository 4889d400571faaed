// The result of importing a carrier's adjustments, line by line.
import { type Static, Type } from 'typebox';
import type { AdjustedLine } from '../../application/bookings/import-adjustments.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { dollars } from '../../domain/money.ts';
import { issueSentence } from '../../wording/problems.ts';
import { refusalSentence } from '../../wording/refusals.ts';
import { orNull } from '../server/values.ts';

export const AdjustmentsReply = Type.Object(
  {
    applied: Type.Integer({ description: 'In a preview: lines that would be applied' }),
    refused: Type.Integer(),
    lines: Type.Array(
      Type.Object({
        line: Type.Integer(),
        reference: Type.String(),
        booking_id: orNull(Type.Integer()),
        scanned_weight: orNull(Type.Number()),
        additional_charges: orNull(Type.Number()),
        refusal: orNull(Type.String()),
      }),
    ),
  },
  { $id: 'Adjustments' },
);

export function presentAdjustments(
  lines: readonly AdjustedLine[],
): Static<typeof AdjustmentsReply> {
  const refused = lines.filter(({ refusal }) => refusal !== undefined).length;
  return {
    applied: lines.length - refused,
    refused,
    lines: lines.map((line) => ({
      line: line.line,
      reference: line.reference,
      booking_id: line.bookingId ?? null,
      scanned_weight: line.scannedGrams === undefined ? null : line.scannedGrams / gramsPerKg,
      additional_charges: line.additionalCents === undefined ? null : dollars(line.additionalCents),
      refusal: line.refusal === undefined ? null : refusedBecause(line.refusal),
    })),
  };
}

function refusedBecause(refusal: NonNullable<AdjustedLine['refusal']>): string {
  return 'code' in refusal ? refusalSentence(refusal) : issueSentence(refusal);
}
