// Plans the steps of `carrier certify`, without asking the carrier: the operations that the connector has, for each
// lane and item.
import type { CertifyStep, Freight } from '../../domain/connectors/certification.ts';
import { reachAbsence } from '../../domain/connectors/reach.ts';
import { Refusal } from '../../domain/refusal.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import { type App, type CarrierOperation, type Connector, capabilitiesOf } from '../ports.ts';
import type { ItemInput } from '../quotes/quote-request.ts';
import { getConnector } from './carrier-accounts.ts';
import { type Lane, planTrial, type Subject, usualItems, usualLanes } from './trial-consignment.ts';

export type CertifyInput = {
  carrier: string;
  /** Empty: the usual lanes and items. */
  lanes: readonly Lane[];
  items: readonly ItemInput[];
  /** A consignment to track, for carriers that take no bookings. */
  connote?: string | undefined;
  /** Only these steps; all by default. */
  operations?: readonly CarrierOperation[];
};

export type Plan = { connector: Connector; subjects: Subject[]; steps: CertifyStep[] };

/** In the order in which they are taken. */
export function planSteps(app: App, input: CertifyInput): Plan {
  const connector = getConnector(app, input.carrier);
  const subjects = subjectsOf(app, connector, input);
  const { cancel, labelFormats = ['pdf'] } = connector;
  const one = { subject: 0 };
  const steps: CertifyStep[] = [
    { operation: 'check', ...one },
    ...subjects.map((subject, n) => ({
      operation: 'quote' as const,
      freight: freightOf(subject),
      subject: n,
    })),
    {
      operation: 'book',
      warning: { warning: 'booking_may_cost', cancels: cancel !== undefined },
      ...one,
    },
    { operation: 'find', ...one },
    ...labelFormats.map((format) => ({ operation: 'label' as const, format, ...one })),
    { operation: 'pickup', warning: { warning: 'driver_may_come' }, ...one },
    { operation: 'track', ...one },
    { operation: 'cancel', ...one },
    { operation: 'manifest', warning: { warning: 'manifest_may_cost' }, ...one },
  ];
  const tried = new Set(
    capabilitiesOf(connector).filter((operation) => input.operations?.includes(operation) ?? true),
  );
  return { connector, subjects, steps: steps.filter(({ operation }) => tried.has(operation)) };
}

function freightOf({ booking: { sender, receiver, items } }: Subject): Freight {
  const pieces = items.map(({ quantity, weightGrams }) => ({ quantity, weightGrams }));
  return { pieces, from: sender.suburb, to: receiver.suburb };
}

function subjectsOf(app: App, connector: Connector, input: CertifyInput): Subject[] {
  const lanes = input.lanes.length === 0 ? usualLanes(app, connector) : input.lanes;
  const items = input.items.length === 0 ? usualItems : input.items;
  const reference = String(Math.floor(app.clock.nowMs() / 1000));
  const stringId = connector.services[0]?.stringId ?? connector.carrier;
  const { connote = '' } = input;
  return lanes.flatMap((lane) =>
    items.map((item, n): Subject => {
      const trial = namingItem(n, () => planTrial(app, lane, item));
      refuseUnserved(connector, trial);
      return {
        ...trial,
        moment: app.connections.momentAt(pickupPlace(trial.booking.sender)),
        reference,
        manifestReference: `LH-${reference}`,
        stringId,
        consignment: { reference: '', stringId, connote, carrierId: '', pieces: [] },
        format: 'pdf',
      };
    }),
  );
}

/** Items are planned one by one: a refusal must name its place in the list. */
function namingItem<Result>(n: number, plan: () => Result): Result {
  try {
    return plan();
  } catch (error) {
    if (!(error instanceof Refusal) || error.data.code !== 'validation') throw error;
    const issues = error.data.issues.map((issue) => {
      const [list, , ...field] = issue.path;
      return list === 'items' ? { ...issue, path: [list, n, ...field] } : issue;
    });
    throw new Refusal({ ...error.data, issues });
  }
}

function refuseUnserved(
  { reach, carrier }: Connector,
  { booking }: Pick<Subject, 'booking'>,
): void {
  const absence = reachAbsence(reach, booking);
  if (absence === undefined) return;
  const unserved = { carrier, suburb: booking.receiver.suburb, because: absence.message };
  const issue = { path: ['lane'], problem: 'lane_not_served' as const, ...unserved };
  throw new Refusal({ code: 'validation', issues: [issue] });
}
