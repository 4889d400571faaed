// Aramex Connect Australia (formerly Fastway): prices, consignments with their pickup, labels, cancellation and tracking,
// behind a token. Two generations of hosts have the same paths; the account can name the older one.
//
// The interface cannot find a consignment by our reference, so a person checks a booking whose answer was lost.
import type {
  CarrierAccount,
  CarrierReply,
  CarrierScan,
  Connector,
  ServiceAbsence,
} from '../../../src/application/ports.ts';
import { mentionsAuthorityToLeave } from '../../../src/domain/bookings/instructions.ts';
import { pickupsField, pickupsOf } from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  at,
  badAnswer,
  badRequest,
  findJson,
  jsonOf,
  listAt,
  requiredCents,
  requiredText,
  saysNotThere,
  textAt,
  tokenOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { CarrierTrouble } from '../../../src/domain/connectors/carrier-trouble.ts';
import {
  bookingLines,
  type PieceLine,
  packagingFamilyName,
  pieceLine,
} from '../../../src/domain/connectors/piece-line.ts';
import {
  carrierSentence,
  get,
  post,
  postForm,
  postOnce,
  repeatable,
} from '../../../src/domain/connectors/request.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import {
  type EndContact,
  normaliseSuburb,
  type ShipmentEnd,
} from '../../../src/domain/quotes/shipment.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';

const service = 'aramex';
/** The interface gives no transit times. */
const transit = { text: '1-3 business days', minDays: 1, maxDays: 3 };
const longestInstruction = 100;
/** `ConTypeId`: `standard` collects at the account's own address, `reseller` at any other. */
const consignmentTypes = { standard: 1, reseller: 5 };
/** `PickupTypeId`. Without one the carrier sends a courier on the same day. */
const pickupTypes = { future: 2, notRequired: 3 };
const authorityService = 'authority_to_leave_service';
const signatureService = 'signature_service';
const noService = 'none';

/** Aramex finds the street on a map, so a placeholder is refused. */
const contactFields = ['name', 'street', 'phone', 'email'] as const;

export const aramex: Connector = {
  carrier: 'aramex',
  services: [{ stringId: service, product: '' }],
  bookingNeeds: { sender: contactFields, receiver: contactFields },
  fields: [
    { name: 'client_id', label: 'client id of the API credentials', isSecret: false },
    { name: 'client_secret', label: 'secret of the API credentials', isSecret: true },
    {
      name: 'token_url',
      label: 'the address that gives tokens',
      isSecret: false,
      isAddress: true,
      defaultText: 'https://identity.aramexconnect.com.au/connect/token',
    },
    { name: 'scope', label: 'what the token is for', isSecret: false, defaultText: 'ac-api-au' },
    {
      name: 'cancel_reason_id',
      label: "the reason for cancelling; left out: the first of the carrier's list",
      isSecret: false,
      defaultText: '',
    },
    {
      name: 'site_suburb',
      label: "the suburb of the account's own address; left out: the account may send from any",
      isSecret: false,
      defaultText: '',
    },
    {
      name: 'site_postcode',
      label: 'the postcode of that address',
      isSecret: false,
      defaultText: '',
      problem: (value) =>
        value === '' || /^\d{4}$/.test(value) ? undefined : 'must be four digits, such as 2000',
    },
    {
      name: authorityService,
      label: 'the service with authority to leave (item ATL), or none',
      isSecret: false,
      defaultText: noService,
    },
    {
      name: signatureService,
      label: 'the service with a signature on delivery (item SGR), or none',
      isSecret: false,
      defaultText: noService,
    },
    pickupsField(['regular', 'booked', 'told']),
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://api.aramexconnect.com.au',
  authorise: (_account, token) => ({ authorization: `Bearer ${token ?? ''}` }),
  signIn: function* ({ token_url = '', client_id = '', client_secret = '', scope = '' }) {
    const form = { grant_type: 'client_credentials', client_id, client_secret, scope };
    const reply = yield postForm(token_url, form);
    refuseErrors(reply);
    return tokenOf(jsonOf(reply.bytes));
  },
  labelFormats: ['pdf'],
  check: function* () {
    const reply = yield get('/api/consignment-services');
    refuseErrors(reply);
    const names = listAt(jsonOf(reply.bytes), 'data').map(codeOf);
    return `The account is accepted; its services are ${names.join(', ') || 'none'}.`;
  },
  // Every account has its own services, with its own codes and prices.
  discover: function* () {
    const reply = yield get('/api/consignment-services');
    refuseErrors(reply);
    const services = listAt(jsonOf(reply.bytes), 'data');
    if (services.length === 0) return {};
    return {
      [authorityService]: serviceWith(services, 'ATL'),
      [signatureService]: serviceWith(services, 'SGR'),
    };
  },
  gst: { prices: 'included', evidence: '`total` is `price` plus `tax`' },
  quote: function* (account, { shipment }) {
    const { sender, receiver } = shipment;
    const reply = yield post('/api/consignments/quote', {
      ...endsOf(account, contactAt(sender), contactAt(receiver)),
      Items: shipment.lines.map(pieceLine).map((line, n) => itemOf(line, n)),
      Services: servicesFor(account, shipment),
    });
    if (isRefused(reply)) return new Map([[service, { absence: absenceOf(reply) }]]);
    const priceCents = requiredCents(jsonOf(reply.bytes), 'data', 'total');
    if (priceCents === 0) throw badAnswer('a price of nothing');
    return new Map([[service, { priceCents, transit }]]);
  },
  book: function* (account, { reference, booking, confirmation }) {
    const isMentioned = mentionsAuthorityToLeave(booking.specialInstructions);
    const instructions = [
      booking.authorityToLeave && !isMentioned ? 'Authority to leave' : '',
      booking.specialInstructions,
    ].filter((text) => text !== '');
    const reply = yield postOnce('/api/consignments', {
      ...endsOf(account, booking.sender, booking.receiver),
      ...pickupOf(account, confirmation.pickupDate),
      Items: bookingLines(booking.items).map((line, n) => itemOf(line, n)),
      Services: servicesFor(account, booking),
      ExternalRef1: reference,
      InstructionsPublic: instructions.join('. ').slice(0, longestInstruction),
    });
    if (isRefused(reply)) return { rejected: sentenceOf(reply) };
    const data = at(jsonOf(reply.bytes), 'data');
    const pieces = listAt(data, 'items').flatMap((item) => textAt(item, 'label') || []);
    const [connote] = pieces;
    if (connote === undefined) throw badAnswer('a consignment without labels');
    return { booked: { connote, carrierId: requiredText(data, 'conId'), pieces } };
  },
  pickupComesWithBooking: true,
  cancel: function* ({ cancel_reason_id = '' }, { carrierId }) {
    let reason = cancel_reason_id;
    if (reason === '') {
      const reasons = yield get('/api/consignments/deleted-reasons');
      refuseErrors(reasons);
      const [first] = listAt(jsonOf(reasons.bytes), 'data');
      reason = textAt(first, 'Id') || requiredText(first, 'id');
    }
    const path = `/api/consignments/${encodeURIComponent(carrierId)}/reason/${encodeURIComponent(reason)}`;
    const reply = yield repeatable('DELETE', path);
    if (reply.status >= 300 || isRefused(reply)) return { refused: sentenceOf(reply) };
    // A web page with a good status is not an answer.
    if (reply.bytes.length > 0) jsonOf(reply.bytes);
    return 'cancelled';
  },
  label: function* (_account, { carrierId }, format) {
    const reply = yield {
      ...get(`/api/consignments/${encodeURIComponent(carrierId)}/labels?pageSize=4x6`),
      headers: { accept: 'application/pdf' },
    };
    refuseErrors(reply);
    return { format, bytes: reply.bytes };
  },
  trackBatch: 10,
  track: function* (_account, { pieces }, labels) {
    const scans: CarrierScan[] = [];
    for (const label of labels) {
      const reply = yield get(`/api/track/label/${encodeURIComponent(label)}`);
      // Aramex does not know a new label for a moment.
      if (saysNotThere(reply)) continue;
      refuseErrors(reply);
      const piece = pieces.length < 2 ? undefined : pieces.indexOf(label) + 1;
      const known = listAt(jsonOf(reply.bytes), 'data').filter(
        (scan) => textAt(scan, 'description') !== '',
      );
      scans.push(...known.map((scan) => scanOf(scan, piece)));
    }
    return scans;
  },
};

const codeOf = (one: Answer): string => textAt(one, 'Code') || textAt(one, 'code');

function serviceWith(services: readonly Answer[], item: string): string {
  const found = services.find((service) =>
    [...listAt(service, 'Items'), ...listAt(service, 'items')].some((one) => codeOf(one) === item),
  );
  return codeOf(found) || noService;
}

/** Quote and booking send the same services, because the carrier may charge for one. */
function servicesFor(
  account: CarrierAccount,
  { authorityToLeave }: { readonly authorityToLeave: boolean },
) {
  const [field, item] = authorityToLeave
    ? ([authorityService, 'ATL'] as const)
    : ([signatureService, 'SGR'] as const);
  const code = account[field] ?? noService;
  return code === noService ? [] : [{ ServiceCode: code, ServiceItemCode: item }];
}

type End = Pick<Address, 'suburb' | 'state' | 'postcode' | 'country'> &
  EndContact & { companyName: string };

function contactAt({ contact, suburb, state, postcode, country }: ShipmentEnd): End {
  if (contact === undefined)
    throw new CarrierTrouble('needs_contacts', `no street, phone or email in ${suburb}`, {
      isUnsent: true,
    });
  return { ...contact, companyName: '', suburb, state, postcode, country };
}

/** A standard consignment has no `From`: the carrier ignores it, and prices and collects at the account's address. */
function endsOf(
  { site_suburb = '', site_postcode = '' }: CarrierAccount,
  sender: End,
  receiver: End,
) {
  const isSite =
    site_suburb !== '' &&
    normaliseSuburb(site_suburb) === normaliseSuburb(sender.suburb) &&
    site_postcode === sender.postcode;
  return isSite
    ? { ConTypeId: consignmentTypes.standard, To: partyOf(receiver) }
    : { ConTypeId: consignmentTypes.reseller, To: partyOf(receiver), From: partyOf(sender) };
}

function pickupOf(account: CarrierAccount, pickupDate: string) {
  return pickupsOf(account) === 'booked'
    ? { PickupTypeId: pickupTypes.future, PickupDetails: { PreferredPickupDate: pickupDate } }
    : { PickupTypeId: pickupTypes.notRequired };
}

function partyOf(end: End) {
  const { name, companyName, email, phone, street, suburb, state, postcode, country } = end;
  return {
    ContactName: name || companyName,
    BusinessName: companyName,
    Email: email,
    PhoneNumber: phone,
    Address: addressOf(street, suburb, state, postcode, country),
  };
}

function addressOf(
  street: string,
  suburb: string,
  state: string,
  postcode: string,
  country: string,
) {
  return {
    StreetAddress: street,
    Locality: suburb,
    StateOrProvince: state,
    PostalCode: postcode,
    Country: country,
  };
}

/** The largest weight that each size of satchel takes, in kilograms. */
const satchels: readonly (readonly [string, number])[] = [
  ['300GM', 0.3],
  ['A5', 0.5],
  ['A4', 1],
  ['A3', 3],
  ['A2', 5],
];

function itemOf(line: PieceLine, n: number) {
  const isSatchel = ['Satchel', 'Envelope'].includes(packagingFamilyName(line.packaging));
  const size = isSatchel ? satchels.find(([, mostKg]) => line.weightKg <= mostKg)?.[0] : undefined;
  return {
    Quantity: line.quantity,
    Reference: String(n + 1),
    PackageType: size === undefined ? 'P' : 'S',
    ...(size === undefined ? {} : { SatchelSize: size }),
    WeightDead: line.weightKg,
    Length: line.lengthCm,
    Width: line.widthCm,
    Height: line.heightCm,
  };
}

function sentenceOf(reply: CarrierReply): string {
  const answer = findJson(reply.bytes);
  return carrierSentence(reply, [answer, ...listAt(answer, 'errors')].map(describe));
}

function describe(error: Answer): string {
  const suggested = listAt(error, 'suggestedValues').filter((one) => typeof one === 'string');
  const message = textAt(error, 'message');
  return suggested.length === 0 ? message : `${message} (${suggested.join(', ')})`;
}

/** A list of errors is a refusal, also with a status of success. */
function isRefused({ status, bytes }: CarrierReply): boolean {
  return status >= 400 || listAt(findJson(bytes), 'errors').length > 0;
}

function refuseErrors(reply: CarrierReply): void {
  if (isRefused(reply)) throw badAnswer(sentenceOf(reply));
}

/** The carrier's only error code about the freight; all others are about our request. */
const tooLarge = 'VAL_DIMENSION_MAX';

function absenceOf(reply: CarrierReply): ServiceAbsence['absence'] {
  const message = sentenceOf(reply).slice(0, 200);
  const answer = findJson(reply.bytes);
  const codes = [answer, ...listAt(answer, 'errors')].map((error) => textAt(error, 'code'));
  if (codes.includes(tooLarge))
    return { code: 'item_not_carried', serviceability: 'no_items', message };
  throw badRequest(message);
}

function scanOf(scan: Answer, piece: number | undefined): CarrierScan {
  const datetime = textAt(scan, 'scannedDateTime');
  const type = textAt(scan, 'scanType');
  return {
    piece,
    occurredAtMs: findWrittenInstant(datetime, homeZone),
    raw: { datetime, event: type, description: textAt(scan, 'description') },
  };
}
