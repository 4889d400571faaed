// A pickup of DHL for one booking.
import type { CarrierAccount, ConsignmentRequest } from '../../../src/application/ports.ts';
import { pickupWindow } from '../../../src/domain/connectors/pickup-window.ts';
import { bookingLines, singlePieces } from '../../../src/domain/connectors/piece-line.ts';
import { clockTime, findDayNumber } from '../../../src/domain/time/calendar.ts';
import { pickupPlace } from '../../../src/domain/time/pickup-place.ts';
import { instantOf, offsetMinutes, zoneOf } from '../../../src/domain/time/time-zone.ts';
import { gmt, packageOf } from './rates.ts';
import { partyOf } from './shipment-request.ts';

export function pickupRequest(
  { account_number = '', product_code = '' }: CarrierAccount,
  { booking, confirmation }: ConsignmentRequest,
  nowMs: number,
) {
  const { sender } = booking;
  const { date, opens, closes } = pickupWindow(sender, confirmation, nowMs);
  const zone = zoneOf(pickupPlace(sender));
  const offset = offsetMinutes(
    zone,
    instantOf(zone, { day: findDayNumber(date) ?? 0, minute: opens }),
  );
  const { typeCode: _type, ...shipperDetails } = partyOf(sender);
  return {
    plannedPickupDateAndTime: `${date}T${clockTime(opens)}:00 ${gmt(offset)}`,
    closeTime: clockTime(closes),
    location: 'reception',
    locationType: sender.type === 'residential' ? 'residence' : 'business',
    accounts: [{ typeCode: 'shipper', number: account_number }],
    customerDetails: { shipperDetails },
    shipmentDetails: [
      {
        productCode: product_code,
        isCustomsDeclarable: true,
        unitOfMeasurement: 'metric',
        packages: singlePieces(bookingLines(booking.items)).map(packageOf),
      },
    ],
  };
}
