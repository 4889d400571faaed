// Tries every operation that a connector has with the house account, as an operator would do it by hand before the first
// customer: checks, prices, books, prints, tracks and cancels. Steps that cost money or send a driver are confirmed first. It
// cancels what it booked, also when a step fails or a person interrupts it.
import type { LeftConsignment } from '../../domain/connectors/certification.ts';
import { Refusal } from '../../domain/refusal.ts';
import { takeAllotted } from '../bookings/issue-connote.ts';
import type { App, CarrierOperation, Certification } from '../ports.ts';
import { type CertifyInput, type CertifyStep, planSteps } from './certify-steps.ts';
import { type CertifyEvents, type StepResult, Walk } from './certify-walk.ts';

export type { CertifyEvents, CertifyInput, CertifyStep, StepResult };

export type CertifyRun = {
  carrier: string;
  /** The host that answered. */
  host: string;
  atMs: number;
  steps: readonly StepResult[];
  operations: readonly Certification[];
  left: readonly LeftConsignment[];
};

/** The steps in order, without asking the carrier. */
export function planCertification(app: App, input: CertifyInput): CertifyStep[] {
  return planSteps(app, input).steps;
}

export async function certifyAccount(
  app: App,
  input: CertifyInput,
  events: CertifyEvents,
): Promise<CertifyRun> {
  const { connector, subjects, steps } = planSteps(app, input);
  const { carrier } = connector;
  const trial = await app.connections.trial({ carrier });
  if (trial === undefined) throw new Refusal({ code: 'carrier_not_connected', carrier });
  const walk = new Walk(trial, subjects, {
    events,
    recorded: await app.connections.recordedAnswers(carrier),
    issue: (allotted, pieces) => takeAllotted(app, carrier, allotted, pieces),
  });
  try {
    for (const step of steps) await walk.take(step);
  } finally {
    await walk.cancelRest();
    // Otherwise the log of calls is written when the process ends.
    await app.connections.writeCalls();
  }
  const { results, left } = walk;
  const atMs = app.clock.nowMs();
  const operations = summaryOf(carrier, results, atMs);
  await keep(app, carrier, operations);
  const { host } = new URL(connector.baseUrl(trial.account));
  return { carrier, host, atMs, steps: results, operations, left };
}

/** A skipped step leaves the last result of this account as it is. */
async function keep(app: App, carrier: string, results: readonly Certification[]): Promise<void> {
  const account = await app.store.carrierAccounts.find({ carrier });
  const known = (await app.store.certifications.list()).filter(
    (one) => one.carrier === carrier && one.atMs >= (account?.connectedAtMs ?? 0),
  );
  const isKnown = (operation: CarrierOperation): boolean =>
    known.some((one) => one.operation === operation);
  await app.store.certifications.put(
    results.filter(({ outcome, operation }) => outcome !== 'skipped' || !isKnown(operation)),
  );
}

/** One result for each operation: failed if a step failed, ok if one succeeded, otherwise skipped. */
function summaryOf(carrier: string, results: readonly StepResult[], atMs: number): Certification[] {
  const byOperation = Map.groupBy(results, ({ operation }) => operation);
  return [...byOperation].flatMap(([operation, steps]) => {
    const of = (wanted: Certification['outcome']) =>
      steps.find(({ outcome }) => outcome === wanted);
    const decisive = of('failed') ?? of('ok') ?? steps[0];
    if (decisive === undefined) return [];
    const { outcome, reason } = decisive;
    return [{ carrier, operation, outcome, reason, atMs }];
  });
}
