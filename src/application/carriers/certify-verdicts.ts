// Judges the result of each operation that `carrier certify` tries.

import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type {
  CertifyOutcome,
  CertifyStep,
  Finding,
} from '../../domain/connectors/certification.ts';
import { labelProblem } from '../../domain/connectors/label-problem.ts';
import type {
  BookAnswer,
  CarrierLabel,
  CarrierScan,
  FindAnswer,
  LabelFormat,
  ServiceOffers,
} from '../ports.ts';
import type { Subject } from './trial-consignment.ts';

export type Verdict = { outcome: CertifyOutcome; reason: Finding };

const ok = (reason: Finding): Verdict => ({ outcome: 'ok', reason });
export const failed = (reason: Finding): Verdict => ({ outcome: 'failed', reason });
export const skipped = (reason: Finding): Verdict => ({ outcome: 'skipped', reason });

/** `result`: as the connector's operation returns it. */
export function verdictOn(
  { operation, format = 'pdf' }: Pick<CertifyStep, 'operation' | 'format'>,
  result: unknown,
  { consignment }: Subject,
): Verdict {
  switch (operation) {
    case 'check':
      return ok({ finding: 'accepted', words: String(result) });
    case 'quote':
      return onQuote(result as ServiceOffers);
    case 'book':
      return onBooking(result as BookAnswer);
    case 'find':
      return onFind(result as FindAnswer, consignment.connote);
    case 'label':
      return onLabel([result as CarrierLabel | readonly CarrierLabel[]].flat(), format);
    case 'manifest':
      return ok({ finding: 'lodged', manifest: (result as { manifestId: string }).manifestId });
    case 'track':
      return ok({ finding: 'events', count: (result as CarrierScan[]).length });
    case 'cancel':
      return onRefusable(result, { finding: 'cancelled' });
    case 'pickup': {
      const { arranged = '' } = result as { arranged?: string };
      return onRefusable(result, { finding: 'pickup', number: arranged });
    }
  }
}

export function verdictOnError(error: unknown): Verdict {
  if (error instanceof CarrierTrouble)
    return failed({ finding: 'failed', words: describeTrouble(error) });
  const words = error instanceof Error ? error.message : String(error);
  return failed({ finding: 'connector_failed', words });
}

export function pricesIn(offers: ServiceOffers): { stringId: string; cents: number }[] {
  return [...offers].flatMap(([stringId, offer]) =>
    'absence' in offer ? [] : [{ stringId, cents: offer.priceCents }],
  );
}

function onQuote(offers: ServiceOffers): Verdict {
  const prices = pricesIn(offers);
  if (prices.length > 0) return ok({ finding: 'prices', prices });
  const [absence] = [...offers.values()].flatMap((offer) =>
    'absence' in offer ? offer.absence.message : [],
  );
  return skipped(
    absence === undefined ? { finding: 'no_service' } : { finding: 'no_price', words: absence },
  );
}

function onBooking(answer: BookAnswer): Verdict {
  if ('rejected' in answer) return failed({ finding: 'rejected', words: answer.rejected });
  const { booked, labels = [] } = answer;
  return badLabel(labels) ?? ok({ finding: 'connote', connote: booked.connote });
}

function onFind(answer: FindAnswer, wanted: string): Verdict {
  if (answer === 'absent') return failed({ finding: 'reference_unknown' });
  if (answer === 'not_shown') return ok({ finding: 'not_shown' });
  const { connote } = answer.booked;
  return connote === wanted
    ? ok({ finding: 'connote', connote })
    : failed({ finding: 'other_connote', connote, wanted });
}

function onLabel(labels: readonly CarrierLabel[], format: LabelFormat): Verdict {
  if (labels.length === 0) return failed({ finding: 'no_label' });
  const bytes = labels.reduce((sum, label) => sum + label.bytes.length, 0);
  return badLabel(labels, format) ?? ok({ finding: 'label', format, bytes });
}

function badLabel(labels: readonly CarrierLabel[], format?: LabelFormat): Verdict | undefined {
  const words = labels
    .map((label) => labelProblem(label, format ?? label.format))
    .find((problem) => problem !== undefined);
  return words === undefined ? undefined : failed({ finding: 'bad_label', words });
}

/** The carrier did it, or refused in its own words. */
function onRefusable(result: unknown, done: Finding): Verdict {
  const isRefused = typeof result === 'object' && result !== null && 'refused' in result;
  return isRefused ? failed({ finding: 'refused', words: String(result.refused) }) : ok(done);
}
