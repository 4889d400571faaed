// Creates and pays for a booking in one call. A request that cannot be paid is refused before anything is stored. A declined
// card leaves an unpaid booking, as if it had been created first.
import { type Booking, type BookingId, firstVersion } from '../../domain/bookings/booking.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { collectMarket } from '../quotes/collect-market.ts';
import { planQuote } from '../quotes/plan-quote.ts';
import type { QuoteRequest } from '../quotes/quote-request.ts';
import { type Attempt, confirmAsPlanned, confirmBooking } from './confirm-booking.ts';
import type { ConfirmInput } from './confirm-input.ts';
import { draftBooking } from './create-booking.ts';
import { incompleteIssues, planConfirmation } from './plan-confirmation.ts';

export async function createPaidBooking(
  app: App,
  caller: SignedInCaller,
  request: QuoteRequest,
  input: ConfirmInput,
  attempt: Attempt,
): Promise<Booking> {
  const { note, begunBefore } = attempt;
  if (begunBefore !== undefined)
    return await confirmBooking(app, caller, begunBefore, input, attempt);
  const issues = [...(request.issues ?? []), ...incompleteIssues(caller, input)];
  const quotePlan = planQuote(app, caller, { ...request, issues });
  const market = await collectMarket(app, caller, quotePlan);
  const draft = draftBooking(app, caller, quotePlan, market);
  const plan = await planConfirmation(app, caller, draft, input);
  let kept: BookingId | undefined;
  try {
    return await confirmAsPlanned(app, plan, async (begin) => {
      const [id, begun] = await app.store.transaction(async (store) => {
        const id = await store.bookings.add(draft);
        await note(store, id);
        return [id, await begin(store, { ...draft, id, version: firstVersion })] as const;
      });
      kept = id;
      return begun;
    });
  } catch (error) {
    throw kept === undefined ? error : withKept(error, kept);
  }
}

/** Names the unpaid booking that was kept. */
function withKept(error: unknown, keptId: BookingId): unknown {
  if (!(error instanceof Refusal)) return error;
  const { data } = error;
  const isUnpaid = data.code === 'payment_declined' || data.code === 'carrier_rejected';
  return isUnpaid ? new Refusal({ ...data, keptId }) : error;
}
