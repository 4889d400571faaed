// A pickup of UPS for one booking: an on-call driver, paid by the account.
import type { CarrierAccount, ConsignmentRequest } from '../../../src/application/ports.ts';
import { pickupWindow } from '../../../src/domain/connectors/pickup-window.ts';
import {
  bookingLines,
  streetLines,
  totalKg,
  totalPieces,
} from '../../../src/domain/connectors/piece-line.ts';
import { clockTime } from '../../../src/domain/time/calendar.ts';
import { plainDate } from './rates.ts';

const longestName = 27;
const longestContact = 22;
const longestStreet = 73;
const longestPhone = 15;
const longestCity = 50;
const longestInstruction = 57;
/** UPS counts a package as overweight above this. */
const overweightKg = 32;
/** `PaymentMethod`: the shipper's account. `ContainerCode`: a package. */
const payment = { byAccount: '01' };
const container = { package: '01' };

export function pickupRequest(
  { account_number = '', service_code = '' }: CarrierAccount,
  { booking, confirmation, reference }: ConsignmentRequest,
  nowMs: number,
) {
  const { sender, receiver } = booking;
  const lines = bookingLines(booking.items);
  const { date, opens, closes } = pickupWindow(sender, confirmation, nowMs);
  return {
    PickupCreationRequest: {
      Request: { TransactionReference: { CustomerContext: reference } },
      RatePickupIndicator: 'N',
      Shipper: { Account: { AccountNumber: account_number, AccountCountryCode: sender.country } },
      PickupDateInfo: {
        PickupDate: plainDate(date),
        ReadyTime: plainTime(opens),
        CloseTime: plainTime(closes),
      },
      PickupAddress: {
        CompanyName: (sender.companyName || sender.name).slice(0, longestName),
        ContactName: (sender.name || sender.companyName).slice(0, longestContact),
        AddressLine: streetLines(sender.street, longestStreet, 1).join(''),
        City: sender.suburb.slice(0, longestCity),
        PostalCode: sender.postcode,
        CountryCode: sender.country,
        ResidentialIndicator: sender.type === 'residential' ? 'Y' : 'N',
        Phone: { Number: sender.phone.replaceAll(/\D/g, '').slice(0, longestPhone) },
      },
      AlternateAddressIndicator: 'Y',
      PickupPiece: [
        {
          ServiceCode: service_code.padStart(3, '0'),
          Quantity: String(totalPieces(lines)),
          DestinationCountryCode: receiver.country,
          ContainerCode: container.package,
        },
      ],
      TotalWeight: { Weight: totalKg(lines).toFixed(1), UnitOfMeasurement: 'KGS' },
      OverweightIndicator: lines.some(({ weightKg }) => weightKg > overweightKg) ? 'Y' : 'N',
      PaymentMethod: payment.byAccount,
      ...(booking.pickupInstructions === ''
        ? {}
        : { SpecialInstruction: booking.pickupInstructions.slice(0, longestInstruction) }),
    },
  };
}

/** `HHmm` */
function plainTime(minute: number): string {
  return clockTime(minute).replace(':', '');
}
