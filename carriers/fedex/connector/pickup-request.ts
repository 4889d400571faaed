// A pickup of FedEx for one booking, from any address: the account pays, wherever the freight is.
import type { CarrierAccount, ConsignmentRequest } from '../../../src/application/ports.ts';
import { pickupWindow } from '../../../src/domain/connectors/pickup-window.ts';
import { bookingLines, totalKg, totalPieces } from '../../../src/domain/connectors/piece-line.ts';
import { clockTime } from '../../../src/domain/time/calendar.ts';
import { partyOf } from './shipment-request.ts';

const longestRemarks = 60;

export function pickupRequest(
  { account_number = '' }: CarrierAccount,
  { booking, confirmation }: ConsignmentRequest,
  nowMs: number,
) {
  const { sender, pickupInstructions } = booking;
  const accountNumber = { value: account_number };
  const { contact, address } = partyOf(sender);
  const { personName, companyName, phoneNumber } = contact;
  const lines = bookingLines(booking.items);
  const { date, opens, closes } = pickupWindow(sender, confirmation, nowMs);
  return {
    associatedAccountNumber: accountNumber,
    carrierCode: 'FDXE',
    pickupType: 'ON_CALL',
    originDetail: {
      pickupAddressType: 'OTHER',
      packageLocation: 'FRONT',
      pickupLocation: {
        accountNumber,
        contact: { personName, companyName: companyName || personName, phoneNumber },
        address,
      },
      // By the clock of the address, although it ends in Z.
      readyDateTimestamp: `${date}T${clockTime(opens)}:00Z`,
      customerCloseTime: `${clockTime(closes)}:00`,
    },
    packageCount: totalPieces(lines),
    totalWeight: { units: 'KG', value: totalKg(lines) },
    ...(pickupInstructions === '' ? {} : { remarks: pickupInstructions.slice(0, longestRemarks) }),
  };
}
