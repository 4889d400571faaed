// POST /pickups/adhoc of StarTrack: one driver for one consignment. The times are checked as the carrier does, by the clock of
// Sydney.
import { isoDate } from '../../../src/domain/time/calendar.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { localTime } from '../../../src/domain/time/time-zone.ts';
import { at, listAt, missing, numberAt, textAt } from '../../body.ts';
import type { Desk } from '../../desk.ts';
import { type Answer, type Call, json } from '../../exchange.ts';
import { type Account, findProduct } from './account.ts';
import { missingField, type Problem, refuse } from './problem.ts';

const packagingTypes = ['BUN', 'CTN', 'JIF', 'PAL', 'SAT', 'SKI', 'OTH'];
const mostLines = 3;

const problem = (code: string, name: string, message: string, field: string): Problem => ({
  code,
  name,
  message,
  field,
});

export function bookPickup(desk: Desk, account: Account, call: Call): Answer {
  const pickup = at(call.body, 'adhoc_pickup');
  const gone = missing(pickup, [
    'product_id',
    'pickup_date',
    'pickup_starttime',
    'pickup_endtime',
    'from.lines',
    'from.suburb',
    'from.postcode',
    'from.state',
    'from.phone',
    'parcel_details',
    'booking_contact_details.name',
    'booking_contact_details.phone',
  ]);
  if (gone.length > 0) return refuse(gone.map((field) => missingField(`adhoc_pickup.${field}`)));
  const problems = [...problemsOf(desk, account, pickup), ...parcelProblems(pickup)];
  if (problems.length > 0) return refuse(problems);
  const booking_id = String(1_000_000 + desk.shipments.nextSerial());
  return json({ adhoc_pickups: [{ booking_id }] }, 201);
}

function problemsOf(desk: Desk, account: Account, pickup: unknown): Problem[] {
  const product = textAt(pickup, 'product_id');
  const [date, from, to] = ['pickup_date', 'pickup_starttime', 'pickup_endtime'].map((field) =>
    textAt(pickup, field),
  );
  const startsAtMs = findWrittenInstant(`${date}T${from}`, homeZone) ?? 0;
  const today = isoDate(localTime(homeZone, desk.nowMs()).day);
  const found: (Problem | false)[] = [
    findProduct(account, product) === undefined &&
      problem(
        '400',
        'INVALID_PRODUCT_ID',
        `The product ID ${product} is not available`,
        'adhocPickup.productId',
      ),
    (date ?? '') < today &&
      problem(
        '49224',
        'PAST_PICKUP_DATE_NOT_ALLOWED',
        'The pickup date cannot be in the past.',
        'adhocPickup.pickupDate',
      ),
    date === today &&
      startsAtMs < desk.nowMs() &&
      problem(
        '49240',
        'PICKUP_START_TIME_IS_IN_PAST',
        'The pickup start time cannot be in the past.',
        'adhocPickup.pickupStarttime',
      ),
    (from ?? '') > (to ?? '') &&
      problem(
        '49243',
        'PICKUP_START_TIME_AFTER_PICKUP_END_TIME',
        'The pickup start time is after the pickup end time.',
        'adhocPickup.pickupStarttime',
      ),
    listAt(pickup, 'from.lines').length > mostLines &&
      problem(
        '49220',
        'MAX_ADDRESS_LINES_EXCEEDED',
        'The maximum of 3 address lines has been exceeded.',
        'adhocPickup.from.lines',
      ),
  ];
  return found.filter((one) => one !== false);
}

function parcelProblems(pickup: unknown): Problem[] {
  return listAt(pickup, 'parcel_details').flatMap((parcel) => {
    const type = textAt(parcel, 'packaging_type');
    const field = 'adhocPickup.parcelDetails';
    if (!packagingTypes.includes(type)) {
      const message = `Packaging type ${type} is not a valid value. Please select a valid packaging type from the list of available options: ${packagingTypes.join(', ')}.`;
      return [problem('49245', 'INVALID_PACKAGING_TYPE', message, field)];
    }
    const weight = numberAt(parcel, 'weight') ?? 0;
    if (!/^\d{1,5}(\.\d)?$/.test(textAt(parcel, 'weight'))) {
      const message =
        'The weight provided exceeds the maximum of 5 integral digits or 1 decimal places.';
      return [problem('49250', 'INVALID_WEIGHT_FORMAT', message, field)];
    }
    const heaviest = numberAt(parcel, 'heaviest_item') ?? 0;
    if (heaviest <= weight) return [];
    const message = `Weight of heaviest item ${heaviest} kg exceeds total combined weight of ${weight} kg in the parcel details.`;
    return [problem('49259', 'HEAVIEST_ITEM_EXCEEDS_TOTAL_WEIGHT', message, field)];
  });
}
