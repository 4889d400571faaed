// What is done with a consignment once its carrier has it: its label, its manifest, and taking it back. What a carrier
// sends for a label is looked at before it is kept: an error page must not be printed.
import type {
  CancelOutcome,
  CarrierConsignment,
  CarrierLabel,
  Clock,
  Connections,
  LabelFormat,
  SentConsignment,
  SentConsignments,
} from '../../application/ports.ts';
import { badAnswer } from '../../domain/connectors/carrier-answer.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { CarrierLine } from './carrier-line.ts';

type PaperParts = { sent: SentConsignments; clock: Clock };
type Papers = Pick<Connections, 'labelFormats' | 'label' | 'cancel' | 'manifest'>;

/** Consignments on one manifest. */
const mostTogether = 500;
const smallestPdf = 100;

export function consignmentPapers(
  lineOf: (carrier: string) => CarrierLine | undefined,
  { sent, clock }: PaperParts,
): Papers {
  const fetchLabel = async (
    record: SentConsignment,
    format: LabelFormat,
  ): Promise<Uint8Array | undefined> => {
    const line = lineOf(record.carrier);
    const label = line?.connector.label;
    if (line === undefined || label === undefined) return undefined;
    if (!(line.connector.labelFormats ?? ['pdf']).includes(format)) return undefined;
    const { reference } = record;
    const fetched = await line.hold({ operation: 'label', reference }, (_connector, account) =>
      label(account, record, format),
    );
    assertLabel(fetched, format);
    await sent.keepLabel(reference, fetched, clock.nowMs());
    return fetched.bytes;
  };

  return {
    labelFormats: async (references) => {
      const formats = new Map<string, readonly LabelFormat[]>();
      for (const reference of references) {
        const record = await sent.find(reference);
        if (record?.state !== 'booked') continue;
        // Without its carrier's connection a label that was fetched before is still there; another can't be had.
        const connector = lineOf(record.carrier)?.connector;
        if (connector?.label !== undefined)
          formats.set(reference, connector.labelFormats ?? ['pdf']);
      }
      return formats;
    },
    label: async (reference, format) => {
      const record = await sent.find(reference);
      if (record?.state !== 'booked') return undefined;
      return (await sent.findLabel(reference, format)) ?? (await fetchLabel(record, format));
    },
    cancel: async (reference): Promise<CancelOutcome> => {
      const record = await sent.find(reference);
      if (record === undefined || record.state === 'rejected')
        return { outcome: 'not_with_carrier' };
      if (record.state === 'cancelled') return { outcome: 'cancelled' };
      const line = lineOf(record.carrier);
      const cancel = line?.connector.cancel;
      if (record.state !== 'booked' || line === undefined || cancel === undefined)
        return { outcome: 'by_hand' };
      try {
        const answer = await line.hold({ operation: 'cancel', reference }, (_connector, account) =>
          cancel(account, record),
        );
        if (answer !== 'cancelled') return { outcome: 'refused', reason: answer.refused };
        await sent.markCancelled(reference);
        return { outcome: 'cancelled' };
      } catch (error) {
        if (!(error instanceof CarrierTrouble)) throw error;
        return { outcome: 'unknown', reason: error.message };
      }
    },
    manifest: async (carrier, manifestReference) => {
      const line = lineOf(carrier);
      const manifest = line?.connector.manifest;
      if (line === undefined || manifest === undefined) return undefined;
      const waiting = await sent.listUnmanifested(carrier, mostTogether);
      if (waiting.length === 0) return { manifestId: '', consignments: 0, document: undefined };
      const consignments: readonly CarrierConsignment[] = waiting;
      const made = await line.hold(
        { operation: 'manifest', reference: manifestReference },
        (_connector, account) => manifest(account, consignments, manifestReference),
      );
      await sent.markManifested(
        waiting.map(({ reference }) => reference),
        made.manifestId,
      );
      return { ...made, consignments: waiting.length };
    },
  };
}

/** A PDF begins and ends like one; ZPL has a format in it. */
function assertLabel({ format, bytes }: CarrierLabel, wanted: LabelFormat): void {
  if (format !== wanted) throw badAnswer(`a ${format} where a ${wanted} was asked for`);
  const text = Buffer.from(bytes).toString('latin1');
  const isRight =
    format === 'pdf'
      ? text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF') && bytes.length >= smallestPdf
      : text.includes('^XA') && text.includes('^XZ');
  if (!isRight) throw badAnswer(`the label is no ${format.toUpperCase()}`);
}
