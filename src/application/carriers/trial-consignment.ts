// What `carrier certify` sends: lanes, items and invented people, and one operation of a connector as a conversation.
import { type Booking, bookingId, firstVersion } from '../../domain/bookings/booking.ts';
import {
  type CustomsDeclaration,
  isInternational,
} from '../../domain/bookings/customs-declaration.ts';
import type { IssuedNumbers } from '../../domain/connectors/allotted-numbers.ts';
import { trackedNumbers } from '../../domain/connectors/tracked-numbers.ts';
import type { Address } from '../../domain/places/address.ts';
import { createShipment, type ShipmentInput } from '../../domain/quotes/shipment.ts';
import type { Caller } from '../caller.ts';
import type {
  App,
  CarrierAccount,
  CarrierConsignment,
  CarrierOperation,
  CheckMoment,
  Connector,
  ConsignmentRequest,
  Conversation,
  LabelFormat,
} from '../ports.ts';
import { planQuote } from '../quotes/plan-quote.ts';
import {
  type AddressInput,
  type ItemInput,
  plainRequest,
  type QuoteRequest,
} from '../quotes/quote-request.ts';

export type Lane = { from: AddressInput; to: AddressInput };

/** Everything that an operation may be about; the connector receives the parts that it needs. */
export type Subject = {
  moment: CheckMoment;
  reference: string;
  manifestReference: string;
  stringId: string;
  shipment: ShipmentInput;
  booking: TrialBooking;
  customs: CustomsDeclaration | undefined;
  consignment: CarrierConsignment;
  format: LabelFormat;
  /** From the ranges of the account, if it has some. */
  numbers?: IssuedNumbers | undefined;
};

/** The parts of a booking that carriers receive. */
type TrialBooking = Pick<
  Booking,
  'sender' | 'receiver' | 'items' | 'authorityToLeave' | 'description' | 'specialInstructions'
>;

/** Phone numbers that the regulator reserves for fiction, and e-mail addresses of the reserved example domains. Streets are public buildings. */
const people = {
  from: {
    name: 'Alex Sample',
    companyName: 'Sample Senders',
    email: 'sender@example.org',
    phone: '0491570156',
  },
  to: {
    name: 'Robin Sample',
    companyName: '',
    email: 'receiver@example.org',
    phone: '0491570157',
  },
};

function end(
  country: string,
  postcode: string,
  suburb: string,
  street: string,
): Omit<AddressInput, keyof (typeof people)['from']> {
  return { type: 'business', country, postcode, suburb, state: '', street };
}

const sydney = end('AU', '2000', 'SYDNEY', '483 George Street');
const builtIn = {
  domestic: [
    [sydney, end('AU', '3000', 'MELBOURNE', '90 Swanston Street')],
    [sydney, end('AU', '2067', 'CHATSWOOD', '409 Victoria Avenue')],
    [
      end('AU', '4000', 'BRISBANE CITY', '64 Adelaide Street'),
      end('AU', '6000', 'PERTH', '27 St Georges Terrace'),
    ],
  ],
  sameDay: [
    [sydney, end('AU', '2067', 'CHATSWOOD', '409 Victoria Avenue')],
    [
      end('AU', '3000', 'MELBOURNE', '90 Swanston Street'),
      end('AU', '3121', 'RICHMOND', '333 Bridge Road'),
    ],
  ],
  abroad: [
    [sydney, end('NZ', '1010', 'AUCKLAND', '135 Albert Street')],
    [sydney, end('GB', 'EC2V 7HH', 'LONDON', '71 Basinghall Street')],
  ],
} as const;

/** Within a city for couriers of the same day, from Australia for exporters, else between cities. */
export function usualLanes(app: App, { reach, services }: Connector): Lane[] {
  const carriers = app.carriers.snapshot();
  const isSameDay = services.every(
    ({ stringId }) => carriers.find(stringId)?.service.mode === 'sameday',
  );
  const lanes = isSameDay
    ? builtIn.sameDay
    : reach === undefined || reach === 'domestic'
      ? builtIn.domestic
      : builtIn.abroad;
  return lanes.map(([from, to]) => withPeople({ from, to }));
}

/** Carriers want a street with a booking. */
const someStreet = '1 Main Street';

export function withPeople(lane: {
  from: Omit<AddressInput, keyof (typeof people)['from']>;
  to: Omit<AddressInput, keyof (typeof people)['from']>;
}): Lane {
  const { from, to } = lane;
  return {
    from: { ...from, street: from.street || someStreet, ...people.from },
    to: { ...to, street: to.street || someStreet, ...people.to },
  };
}

const carton = { description: 'Carton', sku: '' };
export const usualItems: readonly ItemInput[] = [
  {
    ...carton,
    quantity: 1,
    weightGrams: 3_000,
    lengthTenthMm: 3_000,
    widthTenthMm: 2_000,
    heightTenthMm: 1_500,
  },
  {
    ...carton,
    quantity: 2,
    weightGrams: 12_000,
    lengthTenthMm: 5_000,
    widthTenthMm: 4_000,
    heightTenthMm: 3_500,
  },
];

const anonymous: Caller = { kind: 'anonymous' };

/** Refuses unknown suburbs and sizes as a quote does. */
export function planTrial(
  app: App,
  { from, to }: Lane,
  item: ItemInput,
): Pick<Subject, 'shipment' | 'booking' | 'customs'> {
  const request: QuoteRequest = {
    ...plainRequest,
    sender: from,
    receiver: to,
    items: [item],
    description: 'Paper samples',
    specialInstructions: 'TEST ONLY. DO NOT COLLECT.',
    referrer: 'command line',
  };
  const { details, shipment } = planQuote(app, anonymous, request);
  const { sender, receiver, items, authorityToLeave, description, specialInstructions } = details;
  return {
    shipment: {
      sender: endOf(sender),
      receiver: endOf(receiver),
      items: shipment.lines.map(
        ({ packaging, quantity, weightGrams, lengthMm, widthMm, heightMm }) => ({
          packaging,
          quantity,
          weightGrams,
          lengthMm,
          widthMm,
          heightMm,
        }),
      ),
    },
    booking: { sender, receiver, items, authorityToLeave, description, specialInstructions },
    customs: isInternational(details) ? samplesFor(item) : undefined,
  };
}

function endOf(address: Address): ShipmentInput['sender'] {
  const { suburb, postcode, state, country, type, name, street, phone, email } = address;
  return { suburb, postcode, state, country, type, contact: { name, street, phone, email } };
}

function samplesFor({ quantity, weightGrams = 0 }: ItemInput): CustomsDeclaration {
  const description = 'Paper samples';
  return {
    contentsType: 'merchandise',
    contentsDescription: description,
    currency: 'AUD',
    items: [
      {
        description,
        quantity,
        weightGrams,
        valueCents: 1_000,
        countryOfOrigin: 'AU',
        hsCode: '491110',
      },
    ],
  };
}

/** The operation as a conversation; undefined if the connector does not have it. */
export function beginOperation(
  connector: Connector,
  operation: CarrierOperation,
  account: CarrierAccount,
  subject: Subject,
): Conversation<unknown> | undefined {
  const { moment, consignment, format } = subject;
  const order = () => orderOf(subject);
  switch (operation) {
    case 'check':
      return connector.check(account, moment);
    case 'quote':
      return connector.quote?.(account, {
        ...moment,
        shipment: createShipment(subject.shipment),
        receiverHolidays: new Map(),
      });
    case 'book':
      return connector.book?.(account, order(), moment.nowMs);
    case 'find':
      return connector.find?.(account, order());
    case 'pickup':
      return connector.pickup?.(account, order(), consignment.connote, moment.nowMs);
    case 'cancel':
      return connector.cancel?.(account, consignment);
    case 'label':
      return connector.label?.(account, consignment, format);
    case 'manifest':
      return manifestWithDocument(connector, account, subject);
    case 'track':
      return connector.track?.(account, consignment, trackedNumbers(consignment, connector));
  }
}

function manifestWithDocument(
  { manifest, manifestDocument }: Connector,
  account: CarrierAccount,
  subject: Subject,
): Conversation<unknown> | undefined {
  if (manifest === undefined) return undefined;
  const { consignment, manifestReference, moment } = subject;
  const { booking, confirmation } = orderOf(subject);
  const waiting = { ...consignment, booking: { ...booking, confirmation } };
  return (function* () {
    const lodged = yield* manifest(account, [waiting], manifestReference, moment.nowMs);
    const document =
      lodged.document ?? (yield* manifestDocument?.(account, lodged.manifestId) ?? []);
    return { manifestId: lodged.manifestId, document };
  })();
}

function orderOf(subject: Subject): ConsignmentRequest {
  const { reference, stringId, booking, customs, moment, numbers } = subject;
  return {
    reference,
    customs,
    numbers,
    booking: {
      ...plainRequest,
      ...booking,
      id: bookingId(Number(reference)),
      version: firstVersion,
      status: 'pending_payment',
      memberId: undefined,
      keyId: undefined,
      bookedBy: '',
      createdAtMs: moment.nowMs,
      lastLine: booking.items.length,
      quotedAtMs: moment.nowMs,
      pricedBy: undefined,
      quotes: [],
      failures: [],
    },
    confirmation: {
      carrier: stringId,
      tier: undefined,
      pickupDate: moment.pickupDate,
      pickupTime: { from: '09:00', to: '17:00' },
      costCents: 2_500,
      insuredCents: 0,
      chargedGrams: 5_000,
      funding: 'credit',
      reference,
    },
  };
}
