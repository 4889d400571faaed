// Certifications of house accounts on the wire: what a run would do, how far it is, and what may be left with the carrier.
import { type Static, Type } from 'typebox';
import type { ListedRun } from '../../application/carriers/certification-runs.ts';
import type { CertifyInput } from '../../application/carriers/certify-account.ts';
import { withPeople } from '../../application/carriers/trial-consignment.ts';
import { carrierOperations } from '../../application/ports.ts';
import type { CertifyStep, StepResult } from '../../domain/connectors/certification.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { findingWords, leftWords, stepTitle, stepWarning } from '../../wording/certification.ts';
import { ItemBody, parseItem } from '../bookings/item.ts';
import { AddressBody, parseAddress } from '../places/address.ts';

const mostItems = 10;

const Operation = Type.Enum([...carrierOperations]);
const eachOnce = { maxItems: carrierOperations.length };
const Outcome = Type.Enum(['ok', 'failed', 'skipped']);

export const CertificationBody = Type.Object({
  sender: Type.Optional(AddressBody),
  receiver: Type.Optional(AddressBody),
  items: Type.Optional(
    Type.Array(ItemBody, {
      maxItems: mostItems,
      description: 'Each is priced separately. Absent: the usual items',
    }),
  ),
  connote: Type.Optional(
    Type.String({ maxLength: 64, description: 'A consignment to track, if none is booked' }),
  ),
  operations: Type.Optional(
    Type.Array(Operation, { ...eachOnce, description: 'Only these; absent: every operation' }),
  ),
  confirmed: Type.Optional(
    Type.Array(Operation, {
      ...eachOnce,
      description: 'Steps with a warning are skipped unless they are named here',
    }),
  ),
});

const Step = Type.Object({
  operation: Operation,
  title: Type.String(),
  warning: Type.Union([Type.String(), Type.Null()], {
    description: 'What the step may cost or whom it reaches; null: it is harmless',
  }),
});

export const PlanReply = Type.Object({ steps: Type.Array(Step) }, { $id: 'CertificationPlan' });

export const CertificationsReply = Type.Object(
  {
    runs: Type.Array(
      Type.Object({
        id: Type.Integer(),
        state: Type.Enum(['running', 'stopping', 'complete', 'failed', 'died'], {
          description: '`died`: the server process ended before the run did',
        }),
        begun_at: Type.String(),
        ended_at: Type.Union([Type.String(), Type.Null()]),
        message: Type.String({ description: 'Why it failed' }),
        steps: Type.Array(
          Type.Object({
            ...Step.properties,
            outcome: Type.Union([Outcome, Type.Null()], { description: 'null: not yet done' }),
            reason: Type.String(),
          }),
        ),
        left: Type.Array(Type.String(), {
          description: 'Consignments that may still be with the carrier',
        }),
      }),
      { description: 'The newest first, at most 20' },
    ),
  },
  { $id: 'Certifications' },
);

export const StartedReply = Type.Object({ id: Type.Integer() }, { $id: 'StartedCertification' });

/** Without both ends the usual lanes are tried. */
export function parseCertification(
  carrier: string,
  body: Static<typeof CertificationBody>,
): CertifyInput {
  const reader = new DocumentReader(body);
  const sender = reader.object('sender');
  const receiver = reader.object('receiver');
  if ((sender === undefined) !== (receiver === undefined))
    reader.complain(sender === undefined ? 'sender' : 'receiver', { problem: 'missing' });
  const lanes =
    sender === undefined || receiver === undefined
      ? []
      : [withPeople({ from: parseAddress(sender), to: parseAddress(receiver) })];
  const items = (reader.list('items', mostItems)?.entries ?? []).map(parseItem);
  refuseInvalid(reader.issues);
  const { connote, operations } = body;
  return {
    ...{ carrier, lanes, items, connote },
    ...(operations === undefined || operations.length === 0 ? {} : { operations }),
  };
}

export function presentPlan(steps: readonly CertifyStep[]): Static<typeof PlanReply> {
  return { steps: steps.map(presentStep) };
}

function presentStep(step: CertifyStep): Static<typeof Step> {
  const { operation, warning } = step;
  return {
    operation,
    title: stepTitle(step),
    warning: warning === undefined ? null : stepWarning(warning),
  };
}

export function presentRuns(runs: readonly ListedRun[]): Static<typeof CertificationsReply> {
  return { runs: runs.map(presentRun) };
}

function presentRun(run: ListedRun): Static<typeof CertificationsReply>['runs'][number] {
  const { id, state, begunAtMs, endedAtMs, progress } = run;
  const { plan, results, left, end } = progress;
  return {
    id,
    state,
    begun_at: timestampWithColon(begunAtMs, homeZone),
    ended_at: endedAtMs === undefined ? null : timestampWithColon(endedAtMs, homeZone),
    message: end?.kind === 'failed' ? end.words : '',
    // Steps end in the order of the plan.
    steps: plan.map((step, n) => ({ ...presentStep(step), ...presentResult(results[n]) })),
    left: left.map(leftWords),
  };
}

function presentResult(result: StepResult | undefined) {
  return result === undefined
    ? { outcome: null, reason: '' }
    : { outcome: result.outcome, reason: findingWords(result.reason) };
}
