// Prices of UPS: numbers are texts, and a list of one is the value itself. Totals with taxes are requested, and the account's
// own prices come before the published ones.
import type {
  CarrierAccount,
  CarrierRequest,
  ServiceOffer,
} from '../../../src/application/ports.ts';
import {
  type Answer,
  at,
  badAnswer,
  centsAt,
  listAt,
  numberAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { daysInTransit } from '../../../src/domain/connectors/export.ts';
import {
  type PieceLine,
  pieceLine,
  singlePieces,
} from '../../../src/domain/connectors/piece-line.ts';
import { post } from '../../../src/domain/connectors/request.ts';
import type { Shipment, ShipmentEnd } from '../../../src/domain/quotes/shipment.ts';

/** `YYYYMMDD` */
export function plainDate(date: string): string {
  return date.replaceAll('-', '');
}

export function ratesRequest(
  { account_number = '' }: CarrierAccount,
  shipment: Shipment,
  pickupDate: string,
): CarrierRequest {
  const from = { Address: placeOf(shipment.sender) };
  const json = {
    RateRequest: {
      Request: { RequestOption: 'Shoptimeintransit' },
      Shipment: {
        Shipper: { ShipperNumber: account_number, ...from },
        ShipFrom: from,
        ShipTo: { Address: placeOf(shipment.receiver) },
        PaymentDetails: {
          ShipmentCharge: [{ Type: '01', BillShipper: { AccountNumber: account_number } }],
        },
        ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' },
        TaxInformationIndicator: 'Y',
        DeliveryTimeInformation: {
          PackageBillType: '03',
          Pickup: { Date: plainDate(pickupDate) },
        },
        InvoiceLineTotal: moneyOf(Math.max(100, shipment.declaredValueCents)),
        ShipmentTotalWeight: weightOf(shipment.weightGrams / 1000),
        Package: singlePieces(shipment.lines.map(pieceLine)).map((piece) => ({
          PackagingType: { Code: '02' },
          ...sizeOf(piece),
        })),
      },
    },
  };
  return post('/api/rating/v2409/Shop?additionalinfo=timeintransit', json);
}

export function sizeOf(piece: PieceLine) {
  return {
    Dimensions: {
      UnitOfMeasurement: { Code: 'CM' },
      Length: String(piece.lengthCm),
      Width: String(piece.widthCm),
      Height: String(piece.heightCm),
    },
    PackageWeight: weightOf(piece.weightKg),
  };
}

export function moneyOf(cents: number, CurrencyCode = 'AUD') {
  return { CurrencyCode, MonetaryValue: (cents / 100).toFixed(2) };
}

function weightOf(kg: number) {
  return { UnitOfMeasurement: { Code: 'KGS' }, Weight: String(kg) };
}

/** UPS prints two letters of a state, and needs one in these countries only. */
const countriesWithStates: ReadonlySet<string> = new Set(['US', 'CA', 'PR']);

export function stateOf({ state, country }: Readonly<{ state: string; country: string }>) {
  const code = state.trim().toUpperCase();
  const isSendable = countriesWithStates.has(country) && /^[A-Z]{2}$/.test(code);
  return isSendable ? { StateProvinceCode: code } : {};
}

function placeOf({ suburb, postcode, state, country, type }: ShipmentEnd) {
  return {
    City: suburb,
    ...stateOf({ state, country }),
    PostalCode: postcode,
    CountryCode: country,
    ...(type === 'residential' ? { ResidentialAddressIndicator: 'Y' } : {}),
  };
}

/** Undefined when UPS does not offer the service of the account for this shipment. */
export function offerOf(answer: Answer, serviceCode: string): ServiceOffer | undefined {
  const rated = listAt(answer, 'RateResponse', 'RatedShipment').filter(
    (one) => textAt(one, 'Service', 'Code') !== '',
  );
  if (rated.length === 0) throw badAnswer('no service with a price');
  const sold = rated.find((one) => textAt(one, 'Service', 'Code') === serviceCode);
  if (sold === undefined) return undefined;
  const priceCents = chargedCents(sold, sold);
  if (priceCents === undefined || priceCents <= 0)
    throw badAnswer('no price in Australian dollars');
  return { priceCents, transit: transitOf(sold) };
}

/** The account's price where it has one, otherwise the published one; taxes included where UPS gives them. */
export function chargedCents(sold: Answer, published: Answer): number | undefined {
  const totals = [
    at(sold, 'NegotiatedRateCharges', 'TotalChargesWithTaxes'),
    at(sold, 'NegotiatedRateCharges', 'TotalCharge'),
    at(published, 'TotalChargesWithTaxes'),
    at(published, 'TotalCharges'),
  ];
  const total = totals.find((one) => textAt(one, 'CurrencyCode') === 'AUD');
  return centsAt(total, 'MonetaryValue');
}

function transitOf(sold: Answer): ServiceOffer['transit'] {
  const arrival = ['TimeInTransit', 'ServiceSummary', 'EstimatedArrival'] as const;
  return daysInTransit(
    numberAt(sold, ...arrival, 'BusinessDaysInTransit') ??
      numberAt(sold, 'GuaranteedDelivery', 'BusinessDaysInTransit'),
  );
}
