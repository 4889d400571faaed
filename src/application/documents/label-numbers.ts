// Numbers that are unique to a booking's labels: SSCCs, and StarTrack's number for an authority to leave. They are
// reserved with the first label and kept, so that a reprint shows the same ones. If two processes print the first
// label at the same time, both get the same numbers, and the other reserved numbers stay unused.
import { bookingId } from '../../domain/bookings/booking.ts';
import { type Consignment, countPieces } from '../../domain/documents/consignment.ts';
import { type LabelNumbers, labelStyle } from '../../domain/documents/label-content.ts';
import { starTrackAuthority } from '../../domain/documents/startrack-numbers.ts';
import type { App, LabelRecord } from '../ports.ts';

/** In the order of the consignments. */
export async function labelNumbers(
  app: App,
  consignments: readonly Consignment[],
): Promise<LabelNumbers[]> {
  const ids = consignments.map((consignment) => bookingId(consignment.bookingId));
  const known = await app.store.documents.listLabels(ids);
  const numbers: LabelNumbers[] = [];
  for (const consignment of consignments) {
    const wanted = wantedNumbers(app, consignment);
    const record = known.get(consignment.bookingId);
    const isComplete =
      (wanted.prefix === undefined || record?.sscc !== undefined) &&
      (!wanted.authority || record?.authoritySerial !== undefined);
    numbers.push(
      numbersFrom(isComplete ? record : await giveOut(app, consignment, wanted), wanted),
    );
  }
  return numbers;
}

type Wanted = { isNeutral: boolean; prefix: string | undefined; authority: boolean };

function wantedNumbers(app: App, consignment: Consignment): Wanted {
  const style = labelStyle(consignment);
  const { issued } = consignment.carrier.documents;
  const prefix = issued?.kind === 'gs1' ? issued.prefix : app.operator.gs1Prefix;
  const isNeutral = style === 'neutral' && !consignment.isDemo;
  return {
    isNeutral,
    prefix: isNeutral ? prefix : undefined,
    authority: style === 'startrack' && consignment.authorityToLeave,
  };
}

async function giveOut(
  app: App,
  consignment: Consignment,
  { prefix, authority }: Wanted,
): Promise<LabelRecord> {
  return await app.store.transaction(async (store) => {
    const sscc =
      prefix === undefined
        ? undefined
        : {
            prefix,
            first: await store.numbers.take(`sscc ${prefix}`, countPieces(consignment.items)),
          };
    // StarTrack counts from 1.
    const authoritySerial = authority
      ? (await store.numbers.take('startrack atl', 1)) + 1
      : undefined;
    const id = bookingId(consignment.bookingId);
    return await store.documents.addNumbers(id, { sscc, authoritySerial });
  });
}

/** A piece keeps its SSCC even if the operator's prefix is removed from the configuration. */
function numbersFrom(
  record: LabelRecord | undefined,
  { isNeutral, authority }: Wanted,
): LabelNumbers {
  const serial = record?.authoritySerial;
  return {
    sscc: isNeutral ? record?.sscc : undefined,
    authorityNumber: authority && serial !== undefined ? starTrackAuthority(serial) : undefined,
  };
}
