// A scripted live carrier that takes bookings. Its consignments outlive the service, so that a test can count how
// many were created.
import type {
  CarrierBooking,
  ConsignmentOutcome,
  ConsignmentRequest,
  LiveCarrier,
  PickupOutcome,
} from '../../../src/application/ports.ts';
import type { PickupWay } from '../../../src/domain/connectors/account-setting.ts';
import { answers, scripted } from './scripted-carriers.ts';

export type BookingAct = 'works' | 'rejects' | 'lost_request' | 'lost_answer' | 'throws' | 'hangs';

export class ScriptedBooking implements CarrierBooking {
  readonly consignments = new Map<string, ConsignmentOutcome>();
  readonly requests: { question: 'book' | 'find'; reference: string }[] = [];
  /** The next acts of each operation; `works` once the script is empty. */
  readonly script: Record<'book' | 'find', BookingAct[]> = { book: [], find: [] };
  choose: (question: 'book' | 'find') => BookingAct = (question) =>
    this.script[question].shift() ?? 'works';
  pickups: PickupWay = 'regular';
  readonly #prefix: string;
  #given = 0;

  constructor(prefix = 'LIVE') {
    this.#prefix = prefix;
  }

  pickup = async (): Promise<PickupOutcome> => ({
    outcome: 'arranged',
    pickupNumber: 'P1',
  });

  book = (request: ConsignmentRequest): Promise<ConsignmentOutcome> =>
    this.#act('book', request, (rejects) => {
      const known = this.consignments.get(request.reference);
      if (known !== undefined) return known;
      if (!rejects) this.#given += 1;
      const outcome: ConsignmentOutcome = rejects
        ? { outcome: 'rejected', reason: 'no driver that day' }
        : {
            outcome: 'booked',
            connote: `${this.#prefix}${this.#given}`,
          };
      this.consignments.set(request.reference, outcome);
      return outcome;
    });

  find = (request: ConsignmentRequest): Promise<ConsignmentOutcome | { outcome: 'absent' }> =>
    this.#act(
      'find',
      request,
      () => this.consignments.get(request.reference) ?? { outcome: 'absent' },
    );

  async #act<Outcome>(
    question: 'book' | 'find',
    { reference }: ConsignmentRequest,
    work: (rejects: boolean) => Outcome,
  ): Promise<Outcome | { outcome: 'unknown'; reason: string }> {
    this.requests.push({ question, reference });
    const act = this.choose(question);
    switch (act) {
      case 'works':
      case 'rejects':
        return work(act === 'rejects');
      case 'lost_answer':
        work(false);
        return { outcome: 'unknown', reason: 'the answer was lost' };
      case 'lost_request':
        return { outcome: 'unknown', reason: 'the connection broke' };
      case 'throws':
        throw new Error('the carrier is not itself');
      case 'hangs':
        return await new Promise(() => {});
    }
  }
}

/** A scripted live carrier that quotes this price and takes bookings. */
export function liveCarrier(
  stringId: string,
  carrierBooking: CarrierBooking,
  priceCents = 2_500,
): LiveCarrier {
  return { ...scripted(stringId, answers(priceCents)), carrierBooking };
}
