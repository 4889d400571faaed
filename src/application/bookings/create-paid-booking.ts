// A booking that is made and paid for in one call. What can't be paid for is refused before anything is stored; a card that
// is declined leaves the booking behind, unpaid, as if it had been made first and confirmed then.
import { type Booking, firstVersion } from '../../domain/bookings/booking.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { planQuote } from '../quotes/plan-quote.ts';
import type { QuoteRequest } from '../quotes/quote-request.ts';
import { confirmAsPlanned, type Note } from './confirm-booking.ts';
import { collectMarket, draftBooking } from './create-booking.ts';
import { type ConfirmInput, incompleteIssues, planConfirmation } from './plan-confirmation.ts';

export async function createPaidBooking(
  app: App,
  caller: SignedInCaller,
  request: QuoteRequest,
  input: ConfirmInput,
  note: Note,
): Promise<Booking> {
  const issues = [...(request.issues ?? []), ...incompleteIssues(caller, input)];
  const quotePlan = planQuote(app, caller, { ...request, issues });
  const market = await collectMarket(app, caller, quotePlan);
  const draft = draftBooking(app, caller, quotePlan, market);
  const plan = await planConfirmation(app, caller, draft, input);
  return await confirmAsPlanned(app, plan, (begin) =>
    app.store.transaction(async (store) => {
      const id = await store.bookings.add(draft);
      await note(store, id);
      return await begin(store, { ...draft, id, version: firstVersion });
    }),
  );
}
