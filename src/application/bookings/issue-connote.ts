// Issues connotes from the operator's range for carriers that issue none, in the form that the carrier's files define.
import {
  checkDigits,
  demoConnote,
  formatConnote,
  neutralTerms,
  rangeName,
} from '../../domain/bookings/connote.ts';
import type { AllottedNumbers, IssuedNumbers } from '../../domain/connectors/allotted-numbers.ts';
import type { ConnoteTerms } from '../../domain/rate-cards/carrier-terms.ts';
import { serviceTerms } from '../carriers/service-terms.ts';
import type { App, Store } from '../ports.ts';

/** Undefined when the range is used up. A rollback frees the number. */
export async function takeConnote(
  app: App,
  store: Store,
  stringId: string,
): Promise<string | undefined> {
  const terms = serviceTerms(app, stringId, 'connote') ?? neutralTerms;
  const connote = await takeNumbered(store, terms);
  if (connote === undefined) {
    app.log.error(
      { carrier: stringId },
      `the consignment numbers ${describeRange(terms)} are used up: no booking is confirmed until the carrier has another range`,
    );
  }
  return connote;
}

/**
 * Takes the next numbers of an account for a consignment and each of its pieces; undefined when a range is used up. A range
 * of pieces below one that was used before counts as used up, because nothing shows which of its numbers are taken.
 */
export async function takeAllotted(
  app: Pick<App, 'store' | 'log'>,
  carrier: string,
  { connotes, pieces }: AllottedNumbers,
  count: number,
): Promise<IssuedNumbers | undefined> {
  return await app.store.transaction(async (store) => {
    const taken: string[] = [];
    while (taken.length < count) {
      const number = await store.numbers.next(rangeName(pieces), pieces);
      if (number === undefined) return noneLeft(app, carrier, pieces);
      taken.push(formatConnote(pieces, number));
    }
    const connote = await takeNumbered(store, connotes);
    return connote === undefined ? noneLeft(app, carrier, connotes) : { connote, pieces: taken };
  });
}

function noneLeft({ log }: Pick<App, 'log'>, carrier: string, terms: ConnoteTerms): undefined {
  log.error(
    { carrier },
    `the allotted numbers ${describeRange(terms)} are used up: no booking is confirmed until the account has another range`,
  );
}

const demoBytes = 24;

export async function drawDemoConnote(app: App, store: Store): Promise<string> {
  for (;;) {
    const connote = demoConnote(app.secrets.randomText(demoBytes));
    if (connote !== undefined && !(await store.bookings.isConnoteTaken(connote))) return connote;
  }
}

/** "DFX00000001 to DFX99999999". */
export function describeRange(terms: ConnoteTerms): string {
  return `${formatConnote(terms, terms.start)} to ${formatConnote(terms, terms.end)}`;
}

/** Numbers left in a range; issued numbers lie at its beginning. */
export async function countLeft(
  store: Pick<Store, 'bookings'>,
  terms: ConnoteTerms,
): Promise<number> {
  const { start, end } = terms;
  const free = await findFree(start, end, (number) => isTaken(store, terms, number));
  return free === undefined ? 0 : end - free + 1;
}

export async function takeNumbered(store: Store, terms: ConnoteTerms): Promise<string | undefined> {
  const name = rangeName(terms);
  // The counter of a form only goes up. In a range below it, the bookings show which numbers are taken.
  const number =
    (await store.numbers.next(name, terms)) ??
    (await store.numbers.nextBelow(name, terms, (from) =>
      findFree(from, terms.end, (candidate) => isTaken(store, terms, candidate)),
    ));
  return number === undefined ? undefined : formatConnote(terms, number);
}

async function isTaken(
  store: Pick<Store, 'bookings'>,
  terms: ConnoteTerms,
  number: number,
): Promise<boolean> {
  for (const check of checkDigits) {
    const connote = formatConnote({ ...terms, check }, number);
    if (await store.bookings.isConnoteTaken(connote)) return true;
  }
  return false;
}

/**
 * Numbers are issued upwards, so taken ones lie in runs. The search for the end of a run doubles its step, then bisects.
 */
async function findFree(
  from: number,
  end: number,
  isTakenAt: (number: number) => Promise<boolean>,
): Promise<number | undefined> {
  if (from > end) return undefined;
  if (!(await isTakenAt(from))) return from;
  let taken = from;
  let free = from;
  for (let step = 1; free === taken; step *= 2) {
    free = Math.min(taken + step, end);
    if (!(await isTakenAt(free))) break;
    if (free === end) return undefined;
    taken = free;
  }
  while (free - taken > 1) {
    const middle = taken + Math.floor((free - taken) / 2);
    if (await isTakenAt(middle)) taken = middle;
    else free = middle;
  }
  return free;
}
