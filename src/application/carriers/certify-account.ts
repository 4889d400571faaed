// Tries every operation that a connector has with the house account, as an operator would do it by hand before the first
// customer: checks, prices, books, prints, tracks and cancels. Steps that cost money or send a driver are confirmed first. It
// cancels what it booked, also when a step fails or a person interrupts it.
import type {
  CertifyRun,
  CertifyStep,
  OperationResult,
  StepResult,
} from '../../domain/connectors/certification.ts';
import { Refusal } from '../../domain/refusal.ts';
import { takeAllotted } from '../bookings/issue-connote.ts';
import type { App, CarrierOperation, Certification } from '../ports.ts';
import { type CertifyInput, planSteps } from './certify-steps.ts';
import { type CertifyEvents, Walk } from './certify-walk.ts';

export type { CertifyEvents, CertifyInput };

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
  const operations = operationResults(results);
  await keep(app, carrier, operations, atMs);
  const { host } = new URL(connector.baseUrl(trial.account));
  return { carrier, host, atMs, steps: results, operations, left };
}

/** A skipped step leaves the last result of this account as it is. */
async function keep(
  app: App,
  carrier: string,
  results: readonly OperationResult[],
  atMs: number,
): Promise<void> {
  const account = await app.store.carrierAccounts.find({ carrier });
  const known = (await app.store.certifications.list()).filter(
    (one) => one.carrier === carrier && one.atMs >= (account?.connectedAtMs ?? 0),
  );
  const isKnown = (operation: CarrierOperation): boolean =>
    known.some((one) => one.operation === operation);
  await app.store.certifications.put(
    results
      .filter(({ outcome, operation }) => outcome !== 'skipped' || !isKnown(operation))
      .map((result): Certification => ({ carrier, atMs, ...result })),
  );
}

function operationResults(results: readonly StepResult[]): OperationResult[] {
  const byOperation = Map.groupBy(results, ({ operation }) => operation);
  return [...byOperation].flatMap(([operation, steps]) => {
    const of = (wanted: OperationResult['outcome']) =>
      steps.find(({ outcome }) => outcome === wanted);
    const decisive = of('failed') ?? of('ok') ?? steps[0];
    if (decisive === undefined) return [];
    return [{ operation, outcome: decisive.outcome, reason: decisive.reason }];
  });
}
