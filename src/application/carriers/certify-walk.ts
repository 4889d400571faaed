// Takes the steps of `carrier certify` one after the other: performs the operation over the trial connection, has its
// result judged and recorded, and remembers what is booked, so that it can be cancelled.
import { pieceCount } from '../../domain/bookings/booking.ts';
import type { AllottedNumbers, IssuedNumbers } from '../../domain/connectors/allotted-numbers.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type {
  CertifyStep,
  LeftConsignment,
  StepResult,
} from '../../domain/connectors/certification.ts';
import type {
  BookAnswer,
  BookedConsignment,
  CarrierOperation,
  FindAnswer,
  RecordedAnswers,
  ServiceOffers,
  TrialConnection,
} from '../ports.ts';
import { answerDifferences } from './answer-differences.ts';
import {
  failed,
  pricesIn,
  skipped,
  type Verdict,
  verdictOn,
  verdictOnError,
} from './certify-verdicts.ts';
import {
  type Exchange,
  overhear,
  type Performed,
  record,
  redactFinding,
} from './record-exchanges.ts';
import { beginOperation, type Subject } from './trial-consignment.ts';

/** Each is awaited before the next request: what it writes down is known even if this process dies. */
export type CertifyEvents = {
  /** Asked before each step with a warning. */
  mayDo(step: CertifyStep): Promise<boolean>;
  begins?(step: CertifyStep): Promise<void>;
  ended(result: StepResult): Promise<void>;
  booked?(connote: string): void;
  /** The consignments that would stay with the carrier if this process ended now. */
  mayBeLeft(consignments: readonly LeftConsignment[]): Promise<void>;
  /** Once aborted, only what was booked is cancelled. */
  signal?: AbortSignal;
};

type WalkOptions = {
  events: CertifyEvents;
  recorded: readonly RecordedAnswers[];
  /** The next numbers of the account's ranges; undefined when they are used up. */
  issue(allotted: AllottedNumbers, pieces: number): Promise<IssuedNumbers | undefined>;
};

/** A finished operation: its result, or why it failed. */
type Performance = { exchanges: Exchange[]; subject: Subject } & (
  | { result: unknown }
  | { error: unknown; trouble: CarrierTrouble | undefined }
);

export class Walk {
  readonly results: StepResult[] = [];
  readonly left: LeftConsignment[] = [];
  readonly #trial: TrialConnection;
  readonly #subjects: Subject[];
  readonly #options: WalkOptions;
  /** The first subject that the carrier priced. */
  #priced: { subject: Subject; stringId: string } | undefined;
  #booked: Subject | undefined;
  /** The reference of a booking whose answer has not arrived. */
  #asked: string | undefined;
  #bookings = 0;

  constructor(trial: TrialConnection, subjects: Subject[], options: WalkOptions) {
    this.#trial = trial;
    this.#subjects = subjects;
    this.#options = options;
  }

  async take(step: CertifyStep): Promise<void> {
    const { events } = this.#options;
    const reason = this.#reasonToSkip(step);
    if (reason !== undefined) return await this.#end(step, skipped({ finding: reason }));
    if (step.warning !== undefined && !(await events.mayDo(step))) {
      const finding = this.#isInterrupted() ? 'interrupted' : 'not_confirmed';
      return await this.#end(step, skipped({ finding }));
    }
    await events.begins?.(step);
    switch (step.operation) {
      case 'book':
        await this.#book(step);
        return;
      case 'cancel':
        return await this.#cancel(step);
      case 'manifest':
        return await this.#manifest(step);
      default: {
        // A pickup has an effect, so its answer is awaited even after an interruption.
        const signal = step.operation === 'pickup' ? undefined : events.signal;
        const performed = await this.#perform(step.operation, this.#subjectOf(step), signal);
        if (step.operation === 'quote') this.#notePrice(performed);
        await this.#judge(step, performed);
      }
    }
  }

  /** Cancels the consignment that is still booked, or names it among those that are left. */
  async cancelRest(): Promise<void> {
    if (this.#booked === undefined) return;
    if (this.#trial.connector.cancel !== undefined) await this.#performCancel(this.#booked);
    else {
      this.left.push({ connote: this.#booked.consignment.connote });
      this.#booked = undefined;
    }
  }

  async #noteLeft(): Promise<void> {
    await this.#options.events.mayBeLeft([
      ...this.left,
      ...(this.#asked === undefined ? [] : [{ reference: this.#asked }]),
      ...(this.#booked === undefined ? [] : [{ connote: this.#booked.consignment.connote }]),
    ]);
  }

  #isInterrupted(): boolean {
    return this.#options.events.signal?.aborted === true;
  }

  #reasonToSkip({ operation, subject }: CertifyStep): SkipReason | undefined {
    const { connector, account } = this.#trial;
    if (this.#isInterrupted() && operation !== 'cancel') return 'interrupted';
    switch (operation) {
      case 'check':
      case 'quote':
        return undefined;
      case 'book':
      case 'manifest':
        if (connector.allottedNumbers !== undefined && !connector.allottedNumbers(account))
          return 'no_number_ranges';
        return connector.quote === undefined || this.#priced !== undefined
          ? undefined
          : 'no_lane_priced';
      case 'track':
        return this.#booked === undefined && this.#subjects[subject]?.consignment.connote === ''
          ? 'nothing_to_track'
          : undefined;
      default:
        return this.#booked === undefined ? 'nothing_booked' : undefined;
    }
  }

  #subjectOf({ operation, subject, format = 'pdf' }: CertifyStep): Subject {
    const about = (operation === 'quote' ? undefined : this.#booked) ?? this.#subjects[subject];
    if (about === undefined) throw new Error('a step has no subject');
    return { ...about, format };
  }

  /** The consignment is booked like the first one that the carrier priced. */
  #notePrice(performed: Performance): void {
    if (!('result' in performed) || this.#priced !== undefined) return;
    const { services } = this.#trial.connector;
    const price = pricesIn(performed.result as ServiceOffers).find(
      ({ stringId }) =>
        !services.some((one) => one.stringId === stringId && one.isBookedByHand === true),
    );
    if (price !== undefined)
      this.#priced = { subject: performed.subject, stringId: price.stringId };
  }

  /** True if the carrier has the consignment. */
  async #book(step: CertifyStep): Promise<boolean> {
    const subject = await this.#nextToBook();
    if (subject === undefined) {
      await this.#end(step, failed({ finding: 'numbers_used_up' }));
      return false;
    }
    this.#asked = subject.reference;
    await this.#noteLeft();
    const performed = await this.#perform('book', subject);
    await this.#keepBooked(performed);
    if (step.operation === 'book') await this.#judge(step, performed);
    const isBooked = this.#booked !== undefined;
    if (!isBooked) {
      await this.#lookFor(performed);
      this.#asked = undefined;
      await this.#noteLeft();
    }
    if (!isBooked && step.operation === 'manifest')
      await this.#end(step, failed({ finding: 'nothing_for_manifest' }));
    return isBooked;
  }

  /** After a lost answer, the carrier may have the booking. */
  async #lookFor(performed: Performance): Promise<void> {
    if (!('error' in performed) || performed.trouble?.isUnsent === true) return;
    const { subject } = performed;
    if (this.#trial.connector.find !== undefined)
      await this.#keepBooked(await this.#perform('find', subject));
    if (this.#booked === undefined) this.left.push({ reference: subject.reference });
  }

  async #cancel(step: CertifyStep): Promise<void> {
    await this.#judge(step, await this.#performCancel(this.#subjectOf(step)));
  }

  async #manifest(step: CertifyStep): Promise<void> {
    // With --only, no cancel step may have cancelled the first consignment.
    await this.cancelRest();
    if (await this.#book(step)) {
      if (this.#isInterrupted()) await this.#end(step, skipped({ finding: 'interrupted' }));
      else await this.#judge(step, await this.#perform('manifest', this.#subjectOf(step)));
    }
    await this.cancelRest();
  }

  /**
   * Each booking has a reference of its own, because carriers may treat a repeated one as the same booking. Undefined if the
   * account's numbers are used up.
   */
  async #nextToBook(): Promise<Subject | undefined> {
    const { connector, account } = this.#trial;
    const [first] = this.#subjects;
    const { subject, stringId } = this.#priced ?? { subject: first, stringId: first?.stringId };
    if (subject === undefined || stringId === undefined) throw new Error('nothing to book');
    const allotted = connector.allottedNumbers?.(account);
    const pieces = pieceCount(subject.booking.items);
    const numbers = allotted && (await this.#options.issue(allotted, pieces));
    if (allotted !== undefined && numbers === undefined) return undefined;
    const reference = String(Number(subject.reference) + this.#bookings);
    this.#bookings += 1;
    return { ...subject, stringId, reference, manifestReference: `LH-${reference}`, numbers };
  }

  async #keepBooked(performed: Performance): Promise<void> {
    const booked = bookedIn(performed);
    if (booked === undefined) return;
    const { subject } = performed;
    const { stringId, reference } = subject;
    const { connote, carrierId, pieces } = booked;
    const consignment = { reference, stringId, connote, carrierId, pieces };
    this.#booked = { ...subject, consignment };
    this.#asked = undefined;
    await this.#noteLeft();
    this.#options.events.booked?.(connote);
  }

  async #performCancel(subject: Subject): Promise<Performance> {
    const performed = await this.#perform('cancel', subject);
    const { connote } = subject.consignment;
    if (!('result' in performed) || performed.result !== 'cancelled') this.left.push({ connote });
    this.#booked = undefined;
    await this.#noteLeft();
    return performed;
  }

  async #perform(
    operation: CarrierOperation,
    subject: Subject,
    signal?: AbortSignal,
  ): Promise<Performance> {
    const { connector, account } = this.#trial;
    const exchanges: Exchange[] = [];
    try {
      const conversation = beginOperation(connector, operation, account, subject);
      if (conversation === undefined) throw new Error(`${connector.carrier} has no ${operation}`);
      const reference = operation === 'quote' || operation === 'check' ? '' : subject.reference;
      const result = await this.#trial.converse(
        { operation, reference, signal },
        overhear(conversation, exchanges),
      );
      return { exchanges, subject, result };
    } catch (error) {
      // Also after a mistake in the connector, the consignment must still be cancelled.
      const trouble = error instanceof CarrierTrouble ? error : undefined;
      return { exchanges, subject, error, trouble };
    }
  }

  async #judge(
    step: CertifyStep,
    { exchanges, subject, ...performance }: Performance,
  ): Promise<void> {
    const { connector, account } = this.#trial;
    const isDone = 'result' in performance;
    const performed: Performed = {
      ...{ connector, account, subject, exchanges, operation: step.operation },
      outcome: isDone
        ? { result: performance.result }
        : { fails: performance.trouble?.kind ?? 'error' },
    };
    await this.#end(step, this.#verdictOn(step, performance, subject), performed);
  }

  #verdictOn(
    step: CertifyStep,
    performance: { result: unknown } | { error: unknown },
    subject: Subject,
  ): Verdict {
    if ('result' in performance) return verdictOn(step, performance.result, subject);
    const isStopped = this.#isInterrupted() && step.operation !== 'cancel';
    return isStopped ? skipped({ finding: 'interrupted' }) : verdictOnError(performance.error);
  }

  async #end(
    step: CertifyStep,
    { outcome, reason }: Verdict,
    performed?: Performed,
  ): Promise<void> {
    const recorded = performed && record(performed);
    const result: StepResult = {
      ...step,
      outcome,
      reason,
      publicReason: performed === undefined ? reason : redactFinding(performed, reason),
      recorded,
      differences: (recorded?.exchanges ?? []).map(
        (exchange) => answerDifferences(this.#options.recorded, step.operation, exchange) ?? null,
      ),
    };
    this.results.push(result);
    await this.#options.events.ended(result);
  }
}

type SkipReason =
  | 'interrupted'
  | 'no_number_ranges'
  | 'no_lane_priced'
  | 'nothing_to_track'
  | 'nothing_booked';

function bookedIn(performed: Performance): BookedConsignment | undefined {
  if (!('result' in performed)) return undefined;
  const answer = performed.result as BookAnswer | FindAnswer;
  return typeof answer === 'object' && 'booked' in answer ? answer.booked : undefined;
}
