// Certification of carrier accounts: the steps, their warnings and their results.
import type {
  CertifiedOperation,
  Finding,
  Freight,
  LeftConsignment,
  StepWarning,
} from '../domain/connectors/certification.ts';

type Step = { operation: CertifiedOperation; freight?: Freight; format?: string };

/** For a table and the operator area. */
const longestShown = 200;

export function stepTitle({ operation, freight, format = 'pdf' }: Step): string {
  if (freight !== undefined) return `price ${freightWords(freight)}`;
  return operation === 'label' ? `print the ${format.toUpperCase()} label` : titles[operation];
}

const titles: Readonly<Record<CertifiedOperation, string>> = {
  check: 'check the account',
  quote: 'request prices',
  book: 'book a consignment',
  find: 'find the booking by our reference',
  label: 'print the label',
  pickup: 'request a pickup',
  track: 'track the consignment',
  cancel: 'cancel the consignment',
  manifest: 'book another consignment and lodge its manifest',
};

function freightWords({ pieces, from, to }: Freight): string {
  const words = pieces.map(({ quantity, weightGrams }) => `${quantity} × ${weightGrams / 1000} kg`);
  return `${words.join(' and ')} from ${from} to ${to}`;
}

export function stepWarning(warning: StepWarning): string {
  switch (warning.warning) {
    case 'booking_may_cost':
      return warning.cancels
        ? 'The carrier may charge for it or send a driver. We cancel it at the end.'
        : 'The carrier may charge for it or send a driver. We cannot cancel it with this carrier: call the carrier.';
    case 'driver_may_come':
      return 'A driver may come. We cannot cancel a pickup: call the carrier.';
    case 'manifest_may_cost':
      return 'The carrier may charge for it. Many carriers do not cancel a consignment that is on a manifest.';
  }
}

export function findingWords(finding: Finding): string {
  return words(finding).slice(0, longestShown);
}

function words(finding: Finding): string {
  switch (finding.finding) {
    case 'accepted':
    case 'failed':
    case 'bad_label':
      return finding.words;
    case 'prices':
      return finding.prices
        .map(({ stringId, cents }) => `${stringId} $${(cents / 100).toFixed(2)}`)
        .join(', ');
    case 'no_price':
      return `no price: ${finding.words}`;
    case 'connote':
      return `connote ${finding.connote}`;
    case 'other_connote':
      return `found connote ${finding.connote} instead of ${finding.wanted}`;
    case 'label':
      return `${finding.format.toUpperCase()}, ${finding.bytes} bytes`;
    case 'pickup':
      return finding.number === '' ? 'requested' : `pickup number ${finding.number}`;
    case 'events':
      return `${finding.count} tracking event${finding.count === 1 ? '' : 's'}`;
    case 'lodged':
      return `lodged manifest ${finding.manifest}`;
    case 'rejected':
      return `the carrier rejected it: ${finding.words}`;
    case 'refused':
      return `the carrier refused: ${finding.words}`;
    case 'connector_failed':
      return `a mistake in Linehaul, please report it: ${finding.words}`;
    default:
      return plainFindings[finding.finding];
  }
}

const plainFindings = {
  no_service: 'no price: the carrier offers no service',
  reference_unknown: 'the carrier does not know the reference',
  not_shown: 'not listed yet; this carrier lists new consignments late',
  no_label: 'the carrier sent no label',
  cancelled: 'cancelled',
  numbers_used_up: 'the number ranges of the account are used up',
  nothing_for_manifest: 'the consignment for the manifest was not booked',
  not_confirmed: 'not confirmed',
  interrupted: 'interrupted',
  no_lane_priced: 'the carrier priced no lane',
  no_number_ranges: 'the account has no number ranges',
  nothing_booked: 'nothing was booked',
  nothing_to_track: 'nothing to track: book a consignment, or name one',
} as const;

export function leftWords(left: LeftConsignment): string {
  return 'connote' in left
    ? left.connote
    : `reference ${left.reference} (the carrier's answer was lost)`;
}
