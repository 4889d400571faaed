// Tries every operation that a connector has with the house account, as an operator would do it by hand before the first
// customer: checks, prices, books, prints, tracks and cancels. Steps that cost money or call people are confirmed first. It
// cancels what it booked, also when a step fails.

import { pieceCount } from '../../domain/bookings/booking.ts';
import type { AllottedNumbers, IssuedNumbers } from '../../domain/connectors/allotted-numbers.ts';
import {
  type AnswerShape,
  requestTemplate,
  type ShapeDifference,
  shapeDifferences,
  shapeOf,
} from '../../domain/connectors/answer-shape.ts';
import { badRequest } from '../../domain/connectors/carrier-answer.ts';
import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { labelProblem } from '../../domain/connectors/label-problem.ts';
import { reachAbsence } from '../../domain/connectors/reach.ts';
import { Refusal } from '../../domain/refusal.ts';
import { homeDay } from '../../domain/time/home-clock.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import { takeAllotted } from '../bookings/issue-connote.ts';
import {
  type App,
  type BookAnswer,
  type CarrierConsignment,
  type CarrierLabel,
  type CarrierOperation,
  type CarrierScan,
  type Certification,
  type Connector,
  capabilitiesOf,
  type FindAnswer,
  type LabelFormat,
  type RecordedAnswers,
  type ServiceOffers,
  type TrialConnection,
} from '../ports.ts';
import type { ItemInput } from '../quotes/quote-request.ts';
import { getConnector } from './carrier-accounts.ts';
import {
  type Exchange,
  overhear,
  type Performed,
  type Recorded,
  record,
  redactReason,
} from './record-exchanges.ts';
import {
  beginOperation,
  type Lane,
  planTrial,
  type Subject,
  usualItems,
  usualLanes,
} from './trial-consignment.ts';

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

export type CertifyStep = {
  operation: CarrierOperation;
  title: string;
  /** What the step costs or whom it reaches; undefined if it is harmless. */
  warning?: string;
  subject: number;
  format?: LabelFormat;
};

type Outcome = Certification['outcome'];

export type StepResult = CertifyStep & {
  outcome: Outcome;
  reason: string;
  /** The reason without the account's values, for a report. */
  publicReason: string;
  recorded: Recorded | undefined;
  /** By exchange; undefined if no recording has the request. */
  differences: readonly (readonly ShapeDifference[] | undefined)[];
};

export type CertifyRun = {
  carrier: string;
  /** The host that answered. */
  host: string;
  atMs: number;
  steps: readonly StepResult[];
  operations: readonly Certification[];
  /** Consignments that may still be with the carrier. */
  left: readonly string[];
};

export type CertifyEvents = {
  /** Asked before each step with a warning. */
  mayDo(step: CertifyStep): Promise<boolean>;
  begins(step: CertifyStep): void;
  ended(result: StepResult): void;
  /** At once, so that a person can cancel it if this process dies. */
  booked(connote: string): void;
};

type Plan = { connector: Connector; subjects: Subject[]; steps: CertifyStep[] };

/** The steps in order, without asking the carrier. */
export function planCertification(app: App, input: CertifyInput): CertifyStep[] {
  return planSteps(app, input).steps;
}

function planSteps(app: App, input: CertifyInput): Plan {
  const connector = getConnector(app, input.carrier);
  const has = new Set(
    capabilitiesOf(connector).filter((one) => input.operations?.includes(one) ?? true),
  );
  const subjects = subjectsOf(app, connector, input);
  const one = { subject: 0 };
  const cancels =
    connector.cancel === undefined
      ? 'It cannot be cancelled over the network: call the carrier.'
      : 'It is cancelled at the end.';
  const steps: CertifyStep[] = [{ operation: 'check', title: 'check the account', ...one }];
  subjects.forEach((subject, n) => {
    steps.push({ operation: 'quote', title: `price ${freightOf(subject)}`, subject: n });
  });
  steps.push({
    operation: 'book',
    title: 'book a consignment',
    warning: `The carrier may charge for it or send a driver. ${cancels}`,
    ...one,
  });
  steps.push({ operation: 'find', title: 'find the booking by our reference', ...one });
  for (const format of connector.labelFormats ?? ['pdf'])
    steps.push({
      operation: 'label',
      title: `print the ${format.toUpperCase()} label`,
      format,
      ...one,
    });
  steps.push({
    operation: 'pickup',
    title: 'request a pickup',
    warning: 'A driver may come. Cancel the pickup with the carrier yourself.',
    ...one,
  });
  steps.push({ operation: 'track', title: 'track the consignment', ...one });
  steps.push({ operation: 'cancel', title: 'cancel the consignment', ...one });
  steps.push({
    operation: 'manifest',
    title: 'book another consignment and lodge its manifest',
    warning:
      'The carrier may charge for it, and many carriers do not cancel a consignment that is on a manifest.',
    ...one,
  });
  return { connector, subjects, steps: steps.filter(({ operation }) => has.has(operation)) };
}

function freightOf({ booking: { sender, receiver, items } }: Subject): string {
  const pieces = items.map(({ quantity, weightGrams }) => `${quantity} × ${weightGrams / 1000} kg`);
  return `${pieces.join(' and ')} from ${sender.suburb} to ${receiver.suburb}`;
}

function subjectsOf(app: App, connector: Connector, input: CertifyInput): Subject[] {
  const lanes = input.lanes.length === 0 ? usualLanes(app, connector) : input.lanes;
  const items = input.items.length === 0 ? usualItems : input.items;
  const reference = String(Math.floor(app.clock.nowMs() / 1000));
  return lanes.flatMap((lane) =>
    items.map((item): Subject => {
      const trial = planTrial(app, lane, item);
      const absence = reachAbsence(connector.reach, trial.booking);
      if (absence !== undefined) {
        const sentence = `${connector.carrier} does not serve ${trial.booking.receiver.suburb}: ${absence.message}.`;
        throw new Refusal({ code: 'validation', issues: [{ path: ['lane'], sentence }] });
      }
      const stringId = connector.services[0]?.stringId ?? connector.carrier;
      return {
        ...trial,
        moment: app.connections.momentAt(pickupPlace(trial.booking.sender)),
        reference,
        manifestReference: `LH-${reference}`,
        stringId,
        consignment: {
          reference: '',
          stringId,
          connote: input.connote ?? '',
          carrierId: '',
          pieces: [],
        },
        format: 'pdf',
      };
    }),
  );
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
    host: new URL(connector.baseUrl(trial.account)).host,
    day: homeDay(app.clock.nowMs()),
    issue: (allotted, pieces) => takeAllotted(app, carrier, allotted, pieces),
    recorded: await app.connections.recordedAnswers(carrier),
  });
  try {
    for (const step of steps) await walk.take(step);
  } finally {
    await walk.cancelRest();
    // Otherwise the log of calls is written when the process ends.
    await app.connections.writeCalls();
  }
  const atMs = app.clock.nowMs();
  const operations = summaryOf(carrier, walk.results, atMs);
  await keep(app, carrier, operations);
  const { host, results, left } = walk;
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

/** One result for each operation: failed if a step failed; prices count only if the carrier gave one. */
function summaryOf(carrier: string, results: readonly StepResult[], atMs: number): Certification[] {
  const operations = [...new Set(results.map(({ operation }) => operation))];
  return operations.map((operation) => {
    const steps = results.filter((one) => one.operation === operation);
    const of = (outcome: Outcome): StepResult | undefined =>
      steps.find((one) => one.outcome === outcome);
    const decisive = of('failed') ?? of('ok') ?? steps[0];
    const { outcome = 'skipped', reason = '' } = decisive ?? {};
    return { carrier, operation, outcome, reason, atMs };
  });
}

type WalkOptions = {
  /** The next numbers of the account's ranges; undefined when they are used up. */
  issue(allotted: AllottedNumbers, pieces: number): Promise<IssuedNumbers | undefined>;
  events: CertifyEvents;
  host: string;
  day: string;
  recorded: readonly RecordedAnswers[];
};

/** A finished operation: its result, or why it failed. */
type Performance = { exchanges: Exchange[]; subject: Subject } & (
  | { result: unknown }
  | { error: unknown; trouble: CarrierTrouble | undefined }
);

/** For a table and the operator area. */
const longestReason = 200;

type Verdict = { outcome: Outcome; reason: string };

const ok = (reason: string): Verdict => ({ outcome: 'ok', reason });
const failed = (reason: string): Verdict => ({ outcome: 'failed', reason });
const skipped = (reason: string): Verdict => ({ outcome: 'skipped', reason });

class Walk {
  readonly results: StepResult[] = [];
  readonly left: string[] = [];
  readonly host: string;
  readonly #trial: TrialConnection;
  readonly #subjects: Subject[];
  readonly #options: WalkOptions;
  /** The first subject that the carrier priced. */
  #priced: { subject: Subject; stringId: string } | undefined;
  #booked: Subject | undefined;
  #bookings = 0;

  constructor(trial: TrialConnection, subjects: Subject[], options: WalkOptions) {
    this.#trial = trial;
    this.#subjects = subjects;
    this.#options = options;
    this.host = options.host;
  }

  async take(step: CertifyStep): Promise<void> {
    const { events } = this.#options;
    const reason = this.#reasonToSkip(step);
    const mayDo =
      reason === undefined && (step.warning === undefined || (await events.mayDo(step)));
    if (!mayDo) return this.#end(step, skipped(reason ?? 'not confirmed'));
    events.begins(step);
    switch (step.operation) {
      case 'book':
        return await this.#book(step);
      case 'cancel':
        return await this.#cancel(step);
      case 'manifest':
        return await this.#manifest(step);
      default: {
        const subject = this.#subjectOf(step);
        const performed = await this.#perform(step.operation, subject);
        this.#judge(step, performed, (result) => this.#verdictOn(step, result, subject));
      }
    }
  }

  /** Cancels the consignment that is still booked, or names it among those that are left. */
  async cancelRest(): Promise<void> {
    const { cancel } = this.#trial.connector;
    const subject = this.#booked;
    if (subject === undefined) return;
    this.#booked = undefined;
    const performed = cancel === undefined ? undefined : await this.#perform('cancel', subject);
    const isCancelled =
      performed !== undefined && 'result' in performed && performed.result === 'cancelled';
    if (!isCancelled) this.left.push(subject.consignment.connote);
  }

  #reasonToSkip({ operation, subject }: CertifyStep): string | undefined {
    const { connector, account } = this.#trial;
    switch (operation) {
      case 'check':
      case 'quote':
        return undefined;
      case 'book':
      case 'manifest':
        if (connector.allottedNumbers !== undefined && !connector.allottedNumbers(account))
          return 'the account has no ranges of numbers';
        return this.#trial.connector.quote === undefined || this.#priced !== undefined
          ? undefined
          : 'no lane has a price';
      case 'track':
        return this.#booked === undefined && this.#subjects[subject]?.consignment.connote === ''
          ? 'no consignment: book one, or name one with --connote'
          : undefined;
      default:
        return this.#booked === undefined ? 'nothing was booked' : undefined;
    }
  }

  #subjectOf({ operation, subject: n, format = 'pdf' }: CertifyStep): Subject {
    const subject = operation === 'quote' ? undefined : this.#booked;
    const usual = subject ?? this.#subjects[n];
    if (usual === undefined) throw new Error('a step has no subject');
    return { ...usual, format };
  }

  async #book(step: CertifyStep): Promise<void> {
    const subject = this.#nextToBook();
    const performed = await this.#perform('book', subject);
    const booked = bookedIn(performed);
    if (booked !== undefined) this.#booked = this.#keepBooked(performed.subject, booked);
    this.#judge(step, performed, verdictOnBooking);
    if (this.#booked === undefined) await this.#lookFor(subject, performed);
  }

  /** After a lost answer, the carrier may have the booking. */
  async #lookFor(subject: Subject, performed: Performance): Promise<void> {
    if (!('error' in performed) || performed.trouble?.isUnsent === true) return;
    const found =
      this.#trial.connector.find === undefined ? undefined : await this.#perform('find', subject);
    const booked = found === undefined ? undefined : bookedIn(found);
    if (booked !== undefined) this.#booked = this.#keepBooked(subject, booked);
    else this.left.push(`reference ${subject.reference}, if the carrier has it`);
  }

  async #cancel(step: CertifyStep): Promise<void> {
    const subject = this.#subjectOf(step);
    const performed = await this.#perform('cancel', subject);
    this.#booked = undefined;
    if (!('result' in performed) || performed.result !== 'cancelled')
      this.left.push(subject.consignment.connote);
    this.#judge(step, performed, verdictOnRefusable('cancelled'));
  }

  async #manifest(step: CertifyStep): Promise<void> {
    // With --only, no cancel step may have cancelled the first consignment.
    await this.cancelRest();
    const booking = this.#nextToBook();
    const bookPerformed = await this.#perform('book', booking);
    const booked = bookedIn(bookPerformed);
    if (booked === undefined) {
      await this.#lookFor(booking, bookPerformed);
      this.#end(step, failed('its consignment was not booked'));
      return await this.cancelRest();
    }
    const subject = this.#keepBooked(bookPerformed.subject, booked);
    this.#booked = subject;
    const performed = await this.#perform('manifest', subject);
    this.#judge(step, performed, (result) =>
      ok(`lodged ${(result as { manifestId: string }).manifestId}`),
    );
    await this.cancelRest();
  }

  /** Each booking has a reference of its own: carriers may treat a repeated one as the same booking. */
  #nextToBook(): Subject {
    const [first] = this.#subjects;
    const { subject, stringId } = this.#priced ?? { subject: first, stringId: first?.stringId };
    if (subject === undefined || stringId === undefined) throw new Error('nothing to book');
    const reference = String(Number(subject.reference) + this.#bookings);
    this.#bookings += 1;
    return { ...subject, stringId, reference, manifestReference: `LH-${reference}` };
  }

  #keepBooked(subject: Subject, booked: BookedIn): Subject {
    const { stringId, reference } = subject;
    this.#options.events.booked(booked.connote);
    return { ...subject, consignment: { reference, stringId, ...booked } };
  }

  async #perform(operation: CarrierOperation, given: Subject): Promise<Performance> {
    const { connector, account } = this.#trial;
    const exchanges: Exchange[] = [];
    let subject = given;
    try {
      if (operation === 'book') subject = await this.#numbered(given);
      const conversation = beginOperation(connector, operation, account, subject);
      if (conversation === undefined) throw new Error(`${connector.carrier} has no ${operation}`);
      const reference = operation === 'quote' || operation === 'check' ? '' : subject.reference;
      const result = await this.#trial.converse(
        { operation, reference },
        overhear(conversation, exchanges),
      );
      return { exchanges, subject, result };
    } catch (error) {
      // Also a mistake in the connector: what was booked must still be cancelled.
      return {
        exchanges,
        subject,
        error,
        trouble: error instanceof CarrierTrouble ? error : undefined,
      };
    }
  }

  /** Numbers the consignment where the carrier allotted the numbers. */
  async #numbered(subject: Subject): Promise<Subject> {
    const { connector, account } = this.#trial;
    const allotted = connector.allottedNumbers?.(account);
    if (allotted === undefined) return subject;
    const numbers = await this.#options.issue(allotted, pieceCount(subject.booking.items));
    if (numbers === undefined) throw badRequest('the numbers of the account are used up');
    return { ...subject, numbers };
  }

  #verdictOn(
    { operation, format = 'pdf' }: CertifyStep,
    result: unknown,
    subject: Subject,
  ): Verdict {
    switch (operation) {
      case 'check':
        return ok(String(result));
      case 'quote':
        return this.#verdictOnQuote(result as ServiceOffers, subject);
      case 'find':
        return verdictOnFind(result as FindAnswer, subject.consignment);
      case 'label':
        return verdictOnLabel(result as CarrierLabel | readonly CarrierLabel[], format);
      case 'pickup':
        return verdictOnRefusable('arranged')(result);
      default: {
        const events = (result as CarrierScan[]).length;
        return ok(`${events} tracking event${events === 1 ? '' : 's'}`);
      }
    }
  }

  #verdictOnQuote(offers: ServiceOffers, subject: Subject): Verdict {
    const byHand = new Set(
      this.#trial.connector.services.flatMap(({ stringId, isBookedByHand }) =>
        isBookedByHand === true ? [stringId] : [],
      ),
    );
    const prices: string[] = [];
    let absence = 'the carrier offers no service';
    for (const [stringId, offer] of offers) {
      if ('absence' in offer) absence = offer.absence.message;
      else {
        prices.push(`${stringId} $${(offer.priceCents / 100).toFixed(2)}`);
        if (!byHand.has(stringId)) this.#priced ??= { subject, stringId };
      }
    }
    return prices.length > 0 ? ok(prices.join(', ')) : skipped(`no price: ${absence}`);
  }

  #judge(
    step: CertifyStep,
    performance: Performance,
    verdictOn: (result: unknown) => Verdict,
  ): void {
    const { outcome, reason } =
      'result' in performance ? verdictOn(performance.result) : failed(reasonOf(performance.error));
    const performed = this.#performed(step, performance);
    const { day, host } = this.#options;
    const recorded = record(performed, {
      title: `certified on ${day}: ${step.title}`,
      source: `linehaul carrier certify on ${day}, ${host}`,
    });
    const publicReason = redactReason(performed, reason);
    this.#end(step, { outcome, reason }, { recorded, publicReason });
  }

  #end(
    step: CertifyStep,
    { outcome, reason }: Verdict,
    { recorded, publicReason = reason }: { recorded?: Recorded; publicReason?: string } = {},
  ): void {
    const exchanges = recorded?.exchanges ?? [];
    const result: StepResult = {
      ...step,
      outcome,
      reason: reason.slice(0, longestReason),
      publicReason: publicReason.slice(0, longestReason),
      recorded,
      differences: exchanges.map((exchange) => this.#differences(step, exchange)),
    };
    this.results.push(result);
    this.#options.events.ended(result);
  }

  #performed(
    { operation }: CertifyStep,
    { exchanges, subject, ...performed }: Performance,
  ): Performed {
    const { connector, account } = this.#trial;
    const outcome =
      'result' in performed
        ? { result: performed.result }
        : { fails: performed.trouble?.kind ?? 'error' };
    return { connector, account, operation, subject, exchanges, outcome };
  }

  #differences(
    { operation }: CertifyStep,
    { request, status = 200, answer }: Recorded['exchanges'][number],
  ): ShapeDifference[] | undefined {
    const shape = shapeOf(answer);
    if (status >= 300 || shape.size === 0) return undefined;
    const shapes = shapesOf(this.#options.recorded, operation, request);
    return shapes.length === 0 ? undefined : shapeDifferences(shape, shapes);
  }
}

/** The shapes of the recorded successes of a request. */
export function shapesOf(
  recorded: readonly RecordedAnswers[],
  operation: CarrierOperation,
  request: string,
): AnswerShape[] {
  const template = requestTemplate(request);
  return recorded
    .filter((one) => one.operation === operation && one.isSuccess)
    .flatMap(({ exchanges }) => exchanges)
    .filter((one) => requestTemplate(one.request) === template && (one.status ?? 200) < 300)
    .map(({ answer }) => shapeOf(answer))
    .filter((shape) => shape.size > 0);
}

type BookedIn = Pick<CarrierConsignment, 'connote' | 'carrierId' | 'pieces'>;

function bookedIn(performed: Performance): BookedIn | undefined {
  if (!('result' in performed)) return undefined;
  const answer = performed.result as BookAnswer | FindAnswer;
  if (typeof answer !== 'object' || !('booked' in answer)) return undefined;
  const { connote, carrierId, pieces } = answer.booked;
  return { connote, carrierId, pieces };
}

function verdictOnBooking(result: unknown): Verdict {
  const answer = result as BookAnswer;
  if ('rejected' in answer) return failed(`rejected: ${answer.rejected}`);
  const { booked, labels = [] } = answer;
  const wrong = labels
    .map((label) => labelProblem(label, label.format))
    .find((problem) => problem !== undefined);
  return wrong === undefined ? ok(`connote ${booked.connote}`) : failed(wrong);
}

function verdictOnFind(answer: FindAnswer, { connote }: CarrierConsignment): Verdict {
  if (answer === 'absent') return failed('the carrier does not know the reference');
  if (answer === 'not_shown') return ok('not shown yet, which proves nothing with this carrier');
  return answer.booked.connote === connote
    ? ok(`connote ${connote}`)
    : failed(`found ${answer.booked.connote} instead of ${connote}`);
}

function verdictOnLabel(
  result: CarrierLabel | readonly CarrierLabel[],
  format: LabelFormat,
): Verdict {
  const labels = Array.isArray(result)
    ? (result as readonly CarrierLabel[])
    : [result as CarrierLabel];
  const wrong = labels
    .map((label) => labelProblem(label, format))
    .find((problem) => problem !== undefined);
  if (labels.length === 0 || wrong !== undefined) return failed(wrong ?? 'no label');
  const bytes = labels.reduce((sum, label) => sum + label.bytes.length, 0);
  return ok(`${format.toUpperCase()}, ${bytes} bytes`);
}

/** The carrier did it, or refused with its own words. */
function verdictOnRefusable(what: string): (result: unknown) => Verdict {
  return (result) => {
    if (typeof result !== 'object' || result === null) return ok(what);
    if ('refused' in result) return failed(`refused: ${String(result.refused)}`);
    return ok('arranged' in result ? `arranged ${String(result.arranged)}` : what);
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof CarrierTrouble) return describeTrouble(error);
  return `Linehaul's connector failed: ${error instanceof Error ? error.message : String(error)}`;
}
