// Consignments that a carrier has: labels, manifests and cancellations.
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
  WaitingConsignment,
} from '../../application/ports.ts';
import { CarrierTrouble, isRefusal } from '../../domain/connectors/carrier-trouble.ts';
import type { CallDetails, CarrierConnection } from './carrier-connection.ts';
import { type JoinPdfs, oneLabel } from './carrier-labels.ts';

type SentConsignmentParts = {
  sent: SentConsignments;
  manifests: Pick<Manifests, 'keep' | 'keepDocument' | 'markLeftOut'>;
  clock: Clock;
  joinPdfs: JoinPdfs;
  /** The connection of exactly this account; undefined when it is not connected. */
  connectionOf(account: CarrierAccountOf): Promise<CarrierConnection | undefined>;
  connectorOf(carrier: string): Connector | undefined;
};
type SentConsignmentCalls = Pick<
  Connections,
  'labelFormats' | 'label' | 'cancelWay' | 'cancel' | 'manifest' | 'manifestDocument'
>;

type Lodged = { manifestId: string; document?: Uint8Array };
type RefusedManifest = {
  /** Manifests that already contain some of the consignments. */
  lodged: readonly string[];
  unknown: readonly SentConsignment[];
  others: readonly WaitingConsignment[];
};

export function openSentConsignments({
  sent,
  manifests,
  clock,
  joinPdfs,
  connectionOf,
  connectorOf,
}: SentConsignmentParts): SentConsignmentCalls {
  /** Throws a CarrierTrouble. */
  const fetchLabel = async (record: SentConsignment, format: LabelFormat): Promise<Uint8Array> => {
    const connection = await connectionOf(record);
    const label = connection?.connector.label;
    if (connection === undefined || label === undefined) throw lostAccount(record.carrier);
    const { reference } = record;
    const fetched = await connection.converse(
      { operation: 'label', reference },
      (_connector, account) => label(account, record, format),
    );
    const one = await oneLabel('bytes' in fetched ? [fetched] : fetched, format, joinPdfs);
    await sent.keepLabel(reference, one, clock.nowMs());
    return one.bytes;
  };

  /** Formats of the carrier's own label; undefined when we draw the label. */
  const labelFormatsOf = async (
    record: SentConsignment | undefined,
  ): Promise<readonly LabelFormat[] | undefined> => {
    if (record === undefined || !mayBeCollected(record)) return undefined;
    const connector = connectorOf(record.carrier);
    const { label, labelFormats = ['pdf'] } = connector ?? {};
    // A member may reconnect an account; an operator who disconnects a house account wants our labels.
    const canBeAsked = record.memberId !== undefined || (await connectionOf(record)) !== undefined;
    if (label !== undefined && canBeAsked) return labelFormats;
    const kept = await sent.labelFormats(record.reference);
    const isTheirs = label !== undefined || connector?.labelsComeWithBooking === true;
    return isTheirs || kept.length > 0 ? kept : undefined;
  };

  /** How to cancel with the carrier, or the outcome if no request is needed. */
  const findCancelWay = async (reference: string) => {
    const record = await sent.find(reference);
    if (record === undefined || record.state === 'rejected')
      return { outcome: 'not_with_carrier' } as const;
    if (record.state === 'cancelled') return { outcome: 'cancelled' } as const;
    const connection = await connectionOf(record);
    const cancel = connection?.connector.cancel;
    return record.state === 'sending' || connection === undefined || cancel === undefined
      ? ({ outcome: 'by_hand' } as const)
      : ({ outcome: 'asked', record, connection, cancel } as const);
  };

  const noteManifest = (
    account: CarrierAccountOf,
    on: readonly SentConsignment[],
    manifestId: string,
  ): Promise<void> =>
    manifests.keep(account, { manifestId, references: referencesOf(on), nowMs: clock.nowMs() });

  const keepDocument = async (
    account: CarrierAccountOf,
    manifestId: string,
    document: Uint8Array | undefined,
  ): Promise<Uint8Array | undefined> => {
    if (document !== undefined) await manifests.keepDocument(account, manifestId, document);
    return document;
  };

  /** Requests the document by the carrier's number and stores it. Throws a CarrierTrouble. */
  const fetchDocument = async (
    connection: CarrierConnection,
    account: CarrierAccountOf,
    manifestId: string,
  ): Promise<Uint8Array | undefined> => {
    const { manifestDocument } = connection.connector;
    if (manifestDocument === undefined) return undefined;
    const asking: CallDetails = { operation: 'manifest', reference: manifestId };
    const document = await connection.converse(asking, (_connector, credentials) =>
      manifestDocument(credentials, manifestId),
    );
    return await keepDocument(account, manifestId, document);
  };

  /**
   * Explains a rejected manifest: carriers reject unknown consignments and those already on a manifest, for example
   * because an answer was lost. Records both kinds and returns the others.
   */
  const explainRefusal = async (
    connection: CarrierConnection,
    account: CarrierAccountOf,
    asking: CallDetails,
    waiting: readonly WaitingConsignment[],
  ): Promise<RefusedManifest> => {
    const { findManifests } = connection.connector;
    if (findManifests === undefined) return { lodged: [], unknown: [], others: waiting };
    const found = await connection.converse(asking, (_connector, credentials) =>
      findManifests(credentials, waiting),
    );
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
      const { outcome } = await findCancelWay(reference);
      return outcome === 'cancelled' ? 'not_with_carrier' : outcome;
    },
    cancel: async (reference): Promise<CancelOutcome> => {
      const way = await findCancelWay(reference);
      if (way.outcome !== 'asked') return way;
      const { record, connection, cancel } = way;
      // If this process dies after the request, recovery asks the carrier again.
      await sent.markCancelling(reference);
      try {
        const answer = await connection.converse(
          { operation: 'cancel', reference },
          (_connector, account) => cancel(account, record),
        );
        if (answer !== 'cancelled') {
          await sent.keepAfterAll(reference);
          return { outcome: 'refused', reason: answer.refused };
        }
        return { outcome: 'cancelled' };
      } catch (error) {
        if (!(error instanceof CarrierTrouble)) throw error;
        // The request did not reach the carrier.
        if (error.isUnsent && record.state === 'booked') await sent.keepAfterAll(reference);
        return { outcome: 'unknown', reason: error.message };
      }
    },
    manifest: async (account, waiting, manifestReference) => {
      const connection = await connectionOf(account);
      const manifest = connection?.connector.manifest;
      if (connection === undefined && account.memberId !== undefined)
        throw lostAccount(account.carrier);
      if (connection === undefined || manifest === undefined) return undefined;
      if (waiting.length === 0)
        return { manifestId: '', consignments: 0, unknown: [], document: undefined };
      const asking: CallDetails = { operation: 'manifest', reference: manifestReference };
      const lodge = async (consignments: readonly WaitingConsignment[]): Promise<Lodged> => {
        const [first, ...others] = consignments;
        if (first === undefined) throw new Error('a manifest without consignments');
        const lodged = await connection.converse(asking, (_connector, credentials) =>
          manifest(credentials, [first, ...others], manifestReference, clock.nowMs()),
        );
        await noteManifest(account, consignments, lodged.manifestId);
        return lodged;
      };
      const lodgeOthers = async (error: unknown) => {
        if (!isRefusal(error)) throw error;
        const { lodged, unknown, others } = await explainRefusal(
          connection,
          account,
          asking,
          waiting,
        );
        if (others.length === waiting.length) throw error;
        const last = lodged.at(-1) ?? '';
        const rest = others.length === 0 ? { manifestId: last } : await lodge(others);
        return { ...rest, unknown };
      };
      const { manifestId, unknown, ...lodged } = await lodge(waiting).then(
        (all) => ({ ...all, unknown: [] }),
        lodgeOthers,
      );
      // A failure does not matter: the manifest is lodged and its document can be fetched later.
      const document =
        manifestId === ''
          ? undefined
          : ((await keepDocument(account, manifestId, lodged.document)) ??
            (await fetchDocument(connection, account, manifestId).catch(unlessTrouble)));
      return { manifestId, consignments: waiting.length - unknown.length, unknown, document };
    },
    manifestDocument: async (account, manifestId) => {
      const connection = await connectionOf(account);
      if (connection === undefined && account.memberId !== undefined)
        throw lostAccount(account.carrier);
      return connection === undefined
        ? undefined
        : await fetchDocument(connection, account, manifestId);
    },
  };
}

function unlessTrouble(error: unknown): undefined {
  if (!(error instanceof CarrierTrouble)) throw error;
}

function referencesOf(consignments: readonly SentConsignment[]): string[] {
  return consignments.map(({ reference }) => reference);
}

/** Includes unsettled cancellations: the carrier may still collect. */
function mayBeCollected({ state }: SentConsignment): boolean {
  return state === 'booked' || state === 'cancelling';
}

function lostAccount(carrier: string): CarrierTrouble {
  return new CarrierTrouble(
    'credentials',
    `the member's own account with ${carrier} is not connected; connect it again`,
    { isUnsent: true },
  );
}
