// Prices of FedEx: the request for a shipment, and the offer of the account's service in the answer.
import type {
  CarrierAccount,
  CarrierRequest,
  LiveQuestion,
  ServiceOffer,
} from '../../../src/application/ports.ts';
import {
  type Answer,
  badAnswer,
  centsAt,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { daysInTransit } from '../../../src/domain/connectors/export.ts';
import { pieceLine, singlePieces, wholeCm } from '../../../src/domain/connectors/piece-line.ts';
import { post } from '../../../src/domain/connectors/request.ts';
import type { Shipment, ShipmentEnd } from '../../../src/domain/quotes/shipment.ts';
import { type DayNumber, findDayNumber } from '../../../src/domain/time/calendar.ts';
import { transitDaysTo } from '../../../src/domain/tracking/expected-day.ts';

/** Customs require a value. */
const leastValue = 1;

export function ratesRequest(
  account: CarrierAccount,
  shipment: Shipment,
  pickupDate: string,
): CarrierRequest {
  const { account_number = '' } = account;
  const value = {
    amount: Math.max(leastValue, shipment.declaredValueCents / 100),
    currency: 'AUD',
  };
  const json = {
    accountNumber: { value: account_number },
    rateRequestControlParameters: { returnTransitTimes: true },
    requestedShipment: {
      shipper: { address: placeOf(shipment.sender) },
      recipient: { address: placeOf(shipment.receiver) },
      shipDateStamp: pickupDate,
      pickupType: 'USE_SCHEDULED_PICKUP',
      packagingType: 'YOUR_PACKAGING',
      preferredCurrency: 'AUD',
      rateRequestType: ['ACCOUNT', 'PREFERRED'],
      totalWeight: shipment.weightGrams / 1000,
      requestedPackageLineItems: packagesOf(singlePieces(shipment.lines.map(pieceLine))),
      customsClearanceDetail: {
        dutiesPayment: { paymentType: 'SENDER' },
        commodities: [
          {
            description: 'Freight',
            quantity: 1,
            quantityUnits: 'PCS',
            weight: { units: 'KG', value: shipment.weightGrams / 1000 },
            customsValue: value,
          },
        ],
      },
    },
  };
  return post('/rate/v1/rates/quotes', json);
}

export function packagesOf(pieces: ReturnType<typeof singlePieces>) {
  return pieces.map((piece, n) => ({
    sequenceNumber: n + 1,
    weight: { units: 'KG', value: piece.weightKg },
    dimensions: {
      length: wholeCm(piece.lengthCm),
      width: wholeCm(piece.widthCm),
      height: wholeCm(piece.heightCm),
      units: 'CM',
    },
  }));
}

/** FedEx takes a state of two letters at most, and needs one in these countries only. */
const countriesWithStates: ReadonlySet<string> = new Set(['US', 'CA', 'PR']);

export function stateOf({ state, country }: Readonly<{ state: string; country: string }>) {
  const code = state.trim().toUpperCase();
  const isSendable = countriesWithStates.has(country) && /^[A-Z]{2}$/.test(code);
  return isSendable ? { stateOrProvinceCode: code } : {};
}

function placeOf({ suburb, postcode, state, country, type }: ShipmentEnd) {
  return {
    city: suburb,
    ...stateOf({ state, country }),
    postalCode: postcode,
    countryCode: country,
    residential: type === 'residential',
  };
}

/** Undefined when FedEx does not offer the service of the account for this shipment. */
export function offerOf(
  answer: Answer,
  serviceType: string,
  pickup: PickupDay,
): ServiceOffer | undefined {
  const details = listAt(answer, 'output', 'rateReplyDetails');
  const offered = details.filter((one) => textAt(one, 'serviceType') !== '');
  if (offered.length === 0) throw badAnswer('no service with a price');
  const sold = offered.find((one) => textAt(one, 'serviceType') === serviceType);
  if (sold === undefined) return undefined;
  const priceCents = netCents(listAt(sold, 'ratedShipmentDetails'));
  if (priceCents === undefined || priceCents <= 0)
    throw badAnswer('no price in Australian dollars');
  return { priceCents, transit: transitOf(sold, pickup) };
}

/** The account's price, or the one in the preferred currency where the account has another. */
export function netCents(prices: readonly Answer[]): number | undefined {
  const inDollars = prices.filter(
    (one) => (textAt(one, 'currency') || textAt(one, 'shipmentRateDetail', 'currency')) === 'AUD',
  );
  const best =
    inDollars.find((one) => textAt(one, 'rateType') === 'ACCOUNT') ??
    inDollars.find((one) => textAt(one, 'rateType').startsWith('PREFERRED')) ??
    inDollars[0];
  return centsAt(best, 'totalNetCharge');
}

type PickupDay = Pick<LiveQuestion, 'pickupDate' | 'receiverHolidays'>;

const numbers = [
  ...['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE', 'TEN'],
  ...['ELEVEN', 'TWELVE', 'THIRTEEN', 'FOURTEEN', 'FIFTEEN', 'SIXTEEN', 'SEVENTEEN', 'EIGHTEEN'],
];

/** Domestic services have a number of days, exports the day of delivery. */
function transitOf(
  sold: Answer,
  { pickupDate, receiverHolidays }: PickupDay,
): ServiceOffer['transit'] {
  const [, word = ''] =
    /^([A-Z]+)_DAYS?$/.exec(textAt(sold, 'operationalDetail', 'transitTime')) ?? [];
  const days = numbers.indexOf(word) + 1;
  if (days > 0) return daysInTransit(days);
  const [from, to] = [findDayNumber(pickupDate), deliveryDayOf(sold)];
  if (from === undefined || to === undefined || to <= from) return daysInTransit(undefined);
  return daysInTransit(transitDaysTo(to, from, receiverHolidays));
}

function deliveryDayOf(sold: Answer): DayNumber | undefined {
  const texts = ['dayFormat', 'dayCxsFormat'].map((name) =>
    textAt(sold, 'commit', 'dateDetail', name),
  );
  return findDayNumber((texts.find((text) => text !== '') ?? '').slice(0, 10));
}
