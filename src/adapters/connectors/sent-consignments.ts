// What is done with a consignment once its carrier has it: its label, its manifest, and taking it back.
import type {
  CancelOutcome,
  CarrierAccountOf,
  Clock,
  Connections,
  Connector,
  LabelFormat,
  Manifests,
  SentConsignment,
  SentConsignments,
} from '../../application/ports.ts';
import { CarrierTrouble, isRefusal } from '../../domain/connectors/carrier-trouble.ts';
import { type JoinPdfs, oneLabel } from './carrier-labels.ts';
import type { Asking, CarrierLine } from './carrier-line.ts';

type SentConsignmentParts = {
  sent: SentConsignments;
  manifests: Pick<Manifests, 'keep' | 'keepDocument' | 'markLeftOut'>;
  clock: Clock;
  joinPdfs: JoinPdfs;
  /** The line of the very account; undefined when it is not connected. */
  lineOf(account: CarrierAccountOf): Promise<CarrierLine | undefined>;
  connectorOf(carrier: string): Connector | undefined;
};
type SentConsignmentCalls = Pick<
  Connections,
  'labelFormats' | 'label' | 'cancelWay' | 'cancel' | 'manifest' | 'manifestDocument'
>;

type RefusedManifest = {
  /** The manifests that some are on. */
  lodged: readonly string[];
  unknown: readonly SentConsignment[];
  others: readonly SentConsignment[];
};

/** Consignments on one manifest. */
const mostTogether = 500;

export function openSentConsignments({
  sent,
  manifests,
  clock,
  joinPdfs,
  lineOf,
  connectorOf,
}: SentConsignmentParts): SentConsignmentCalls {
  /** Throws a CarrierTrouble. */
  const fetchLabel = async (record: SentConsignment, format: LabelFormat): Promise<Uint8Array> => {
    const line = await lineOf(record);
    const label = line?.connector.label;
    if (line === undefined || label === undefined) throw lostAccount(record.carrier);
    const { reference } = record;
    const fetched = await line.hold({ operation: 'label', reference }, (_connector, account) =>
      label(account, record, format),
    );
    const one = await oneLabel('bytes' in fetched ? [fetched] : fetched, format, joinPdfs);
    await sent.keepLabel(reference, one, clock.nowMs());
    return one.bytes;
  };

  const labelFormatsOf = async (
    record: SentConsignment | undefined,
  ): Promise<readonly LabelFormat[] | undefined> => {
    if (record === undefined || !mayBeCollected(record)) return undefined;
    const connector = connectorOf(record.carrier);
    const { label, labelFormats = ['pdf'] } = connector ?? {};
    // A member's account may be disconnected for a while; only the operator removes a house account.
    const canBeAsked = record.memberId !== undefined || (await lineOf(record)) !== undefined;
    if (label !== undefined && canBeAsked) return labelFormats;
    const kept = await sent.labelFormats(record.reference);
    const isTheirs = label !== undefined || connector?.labelsComeWithBooking === true;
    return isTheirs || kept.length > 0 ? kept : undefined;
  };

  /** Whoever can be asked to take it back, or what is known without asking. */
  const whoTakesBack = async (reference: string) => {
    const record = await sent.find(reference);
    if (record === undefined || record.state === 'rejected')
      return { outcome: 'not_with_carrier' } as const;
    if (record.state === 'cancelled') return { outcome: 'cancelled' } as const;
    const line = await lineOf(record);
    const cancel = line?.connector.cancel;
    return record.state === 'sending' || line === undefined || cancel === undefined
      ? ({ outcome: 'by_hand' } as const)
      : ({ outcome: 'asked', record, line, cancel } as const);
  };

  const noteManifest = (
    account: CarrierAccountOf,
    on: readonly SentConsignment[],
    manifestId: string,
  ): Promise<void> =>
    manifests.keep(account, { manifestId, references: referencesOf(on), nowMs: clock.nowMs() });

  /** Asked for by the carrier's own number, and kept. Throws a CarrierTrouble. */
  const fetchDocument = async (
    line: CarrierLine,
    account: CarrierAccountOf,
    manifestId: string,
  ): Promise<Uint8Array | undefined> => {
    const { manifestDocument } = line.connector;
    if (manifestDocument === undefined) return undefined;
    const asking: Asking = { operation: 'manifest', reference: manifestId };
    const document = await line.hold(asking, (_connector, held) =>
      manifestDocument(held, manifestId),
    );
    if (document !== undefined) await manifests.keepDocument(account, manifestId, document);
    return document;
  };

  /**
   * Why a manifest was refused: a carrier takes nothing twice, and what it does not know not at all. Notes those that are on
   * a manifest whose answer never reached us, and those that are left out.
   */
  const findOut = async (
    line: CarrierLine,
    account: CarrierAccountOf,
    asking: Asking,
    waiting: readonly SentConsignment[],
  ): Promise<RefusedManifest> => {
    const { findManifests } = line.connector;
    if (findManifests === undefined) return { lodged: [], unknown: [], others: waiting };
    const found = await line.hold(asking, (_connector, held) => findManifests(held, waiting));
    const manifestOf = ({ carrierId }: SentConsignment): string => {
      const where = found.get(carrierId);
      return typeof where === 'object' ? where.manifestId : '';
    };
    const lodged = new Set(waiting.map(manifestOf).filter((id) => id !== ''));
    for (const id of lodged) {
      const on = waiting.filter((one) => manifestOf(one) === id);
      await noteManifest(account, on, id);
    }
    const unknown = waiting.filter(({ carrierId }) => found.get(carrierId) === 'unknown');
    await manifests.markLeftOut(referencesOf(unknown));
    return {
      lodged: [...lodged],
      unknown,
      others: waiting.filter(({ carrierId }) => !found.has(carrierId)),
    };
  };

  return {
    labelFormats: async (reference) => await labelFormatsOf(await sent.find(reference)),
    label: async (reference, wanted) => {
      const record = await sent.find(reference);
      const formats = await labelFormatsOf(record);
      if (record === undefined || formats === undefined) return { outcome: 'drawn_here' };
      const format = formats.find((one) => one === wanted);
      if (format === undefined) return { outcome: 'other_formats', formats };
      try {
        const stored = await sent.findLabel(reference, format);
        return { outcome: 'label', bytes: stored ?? (await fetchLabel(record, format)) };
      } catch (error) {
        if (!(error instanceof CarrierTrouble)) throw error;
        return { outcome: 'unavailable', trouble: error };
      }
    },
    cancelWay: async (reference) => {
      const { outcome } = await whoTakesBack(reference);
      // What was taken back is with its carrier no longer.
      return outcome === 'cancelled' ? 'not_with_carrier' : outcome;
    },
    cancel: async (reference): Promise<CancelOutcome> => {
      const way = await whoTakesBack(reference);
      if (way.outcome !== 'asked') return way;
      const { record, line, cancel } = way;
      // From here on the carrier may have taken it back, whatever becomes of us: whoever looks afterwards asks again.
      await sent.markCancelling(reference);
      try {
        const answer = await line.hold({ operation: 'cancel', reference }, (_connector, account) =>
          cancel(account, record),
        );
        if (answer !== 'cancelled') {
          await sent.keepAfterAll(reference);
          return { outcome: 'refused', reason: answer.refused };
        }
        return { outcome: 'cancelled' };
      } catch (error) {
        if (!(error instanceof CarrierTrouble)) throw error;
        // What certainly never left can not have been taken back.
        if (error.isUnsent && record.state === 'booked') await sent.keepAfterAll(reference);
        return { outcome: 'unknown', reason: error.message };
      }
    },
    manifest: async (account, manifestReference) => {
      const line = await lineOf(account);
      const manifest = line?.connector.manifest;
      if (line === undefined && account.memberId !== undefined) throw lostAccount(account.carrier);
      if (line === undefined || manifest === undefined) return undefined;
      const waiting = await sent.listUnmanifested(account, mostTogether);
      if (waiting.length === 0)
        return { manifestId: '', consignments: 0, unknown: [], document: undefined };
      const asking: Asking = { operation: 'manifest', reference: manifestReference };
      const lodge = async (consignments: readonly SentConsignment[]): Promise<string> => {
        const { manifestId } = await line.hold(asking, (_connector, held) =>
          manifest(held, consignments, manifestReference),
        );
        await noteManifest(account, consignments, manifestId);
        return manifestId;
      };
      const lodgeOthers = async (error: unknown) => {
        if (!isRefusal(error)) throw error;
        const { lodged, unknown, others } = await findOut(line, account, asking, waiting);
        if (others.length === waiting.length) throw error;
        const last = lodged.at(-1) ?? '';
        return { manifestId: others.length === 0 ? last : await lodge(others), unknown };
      };
      const { manifestId, unknown } = await lodge(waiting).then(
        (id) => ({ manifestId: id, unknown: [] }),
        lodgeOthers,
      );
      // The manifest is lodged either way, and its document can be fetched again.
      const document =
        manifestId === ''
          ? undefined
          : await fetchDocument(line, account, manifestId).catch(unlessTrouble);
      return { manifestId, consignments: waiting.length - unknown.length, unknown, document };
    },
    manifestDocument: async (account, manifestId) => {
      const line = await lineOf(account);
      if (line === undefined && account.memberId !== undefined) throw lostAccount(account.carrier);
      return line === undefined ? undefined : await fetchDocument(line, account, manifestId);
    },
  };
}

function unlessTrouble(error: unknown): undefined {
  if (!(error instanceof CarrierTrouble)) throw error;
}

function referencesOf(consignments: readonly SentConsignment[]): string[] {
  return consignments.map(({ reference }) => reference);
}

/** Also while nobody knows whether the carrier takes it back: until then it may well collect it. */
function mayBeCollected({ state }: SentConsignment): boolean {
  return state === 'booked' || state === 'cancelling';
}

/** Its consignments are nobody else's to ask about. */
function lostAccount(carrier: string): CarrierTrouble {
  return new CarrierTrouble(
    'credentials',
    `the member's own account with ${carrier} is no longer connected; connect it again`,
    { isUnsent: true },
  );
}
