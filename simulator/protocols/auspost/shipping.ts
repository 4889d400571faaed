// Shipments: validated, created, found by id or by the sender's reference, and changed or deleted until lodged.
import { dollars } from '../../../src/domain/money.ts';
import { timestampWithColon } from '../../../src/domain/time/timestamp.ts';
import { listAt, textAt } from '../../body.ts';
import type { Desk } from '../../desk.ts';
import { type Answer, type Call, json } from '../../exchange.ts';
import type { Price } from '../../price-book.ts';
import type { NewShipment, Shipment } from '../../shipments.ts';
import type { Account } from './account.ts';
import { shipmentSummary } from './prices.ts';
import {
  invalidField,
  missingField,
  noPrice,
  type Problem,
  refuse,
  shipmentNotFound,
} from './problem.ts';
import { readShipment, type SentShipment } from './sent-shipment.ts';

/** Details that the answers repeat, in addition to those that every simulated carrier keeps. */
type Kept = {
  readonly sent: unknown;
  readonly price: Price;
  readonly itemIds: readonly string[];
};

const zone = 'Australia/Melbourne';
const mostListed = 100;

export const momentText = (ms: number): string => timestampWithColon(ms, zone);

function statusOf(desk: Desk, shipment: Shipment): string {
  if (shipment.orderId === undefined) return 'Created';
  const stage = desk.stageOf(shipment);
  return stage === 'pending' ? 'Initiated' : stage === 'delivered' ? 'Delivered' : 'In transit';
}

export function presentShipment(desk: Desk, shipment: Shipment) {
  const { sent, price, itemIds } = shipment.sent as Kept;
  const items = listAt(sent, 'items');
  const share = (cents: number): number => dollars(Math.round(cents / Math.max(1, items.length)));
  const status = statusOf(desk, shipment);
  const to = shipment.consignment.to.postcode;
  return {
    shipment_id: shipment.id,
    shipment_reference: textAt(sent, 'shipment_reference'),
    shipment_creation_date: momentText(shipment.createdAtMs),
    shipment_modified_date: momentText(shipment.createdAtMs),
    customer_reference_1: textAt(sent, 'customer_reference_1'),
    customer_reference_2: textAt(sent, 'customer_reference_2'),
    sender_references: [shipment.reference],
    email_tracking_enabled: false,
    movement_type: 'DESPATCH',
    ...(shipment.orderId === undefined ? {} : { order_id: shipment.orderId }),
    items: items.map((item, n) => ({
      item_id: itemIds[n],
      item_reference: textAt(item, 'item_reference'),
      product_id: textAt(item, 'product_id'),
      tracking_details: {
        article_id: shipment.articles[n],
        consignment_id: shipment.number,
        barcode_id: `019931265099999891${shipment.articles[n]}|420${to}`,
      },
      item_summary: {
        total_cost: share(price.priceCents),
        total_cost_ex_gst: share(price.exCents),
        total_gst: share(price.gstCents),
        manual_handling_surcharge: share(
          price.charges.find(({ code }) => /^M(AN)?H/.test(code))?.cents ?? 0,
        ),
        status,
      },
    })),
    shipment_summary: { ...shipmentSummary(price, items.length), status },
  };
}

export function createShipments(desk: Desk, account: Account, call: Call): Answer {
  const made = takeShipments(desk, account, call);
  if ('problems' in made) return refuse(made.problems);
  return json({ shipments: made.shipments.map((one) => presentShipment(desk, one)) }, 201);
}

/** Creates all of the shipments, or none if one is invalid. */
export function takeShipments(
  desk: Desk,
  account: Account,
  call: Call,
): { shipments: Shipment[] } | { problems: Problem[] } {
  const sent = listAt(call.body, 'shipments');
  if (sent.length === 0) return { problems: [missingField('shipments')] };
  const read = sent.map((one) => readPriced(desk, account, call, one));
  const problems = read.flatMap((one) => ('problems' in one ? one.problems : []));
  if (problems.length > 0) return { problems };
  return {
    shipments: read.flatMap((one) =>
      'problems' in one ? [] : [desk.shipments.add(newShipment(desk, account, one))],
    ),
  };
}

type Readable = { shipment: SentShipment; price: Price; sent: unknown };

function readPriced(
  desk: Desk,
  account: Account,
  call: Call,
  sent: unknown,
): Readable | { problems: Problem[] } {
  const shipment = readShipment(account, sent, (end) => desk.prices.isPlace(end), 'shipment');
  if ('length' in shipment) return { problems: shipment };
  const price = desk.rate(call, shipment.product.stringId, shipment.consignment);
  if (!price.isPriced) return { problems: [noPrice(shipment.product.id, price.sentence)] };
  return { shipment, price, sent };
}

function newShipment(
  desk: Desk,
  account: Account,
  { shipment, price, sent }: Readable,
  old?: Shipment,
): NewShipment {
  const number = old?.number ?? account.consignmentNumber(desk.shipments.nextSerial());
  const kept: Kept = { sent, price, itemIds: shipment.items.map(() => desk.random.text(24)) };
  return {
    id: old?.id ?? desk.random.text(24),
    number,
    articles: shipment.items.map((_, n) => account.articleNumber(number, shipment.product, n + 1)),
    reference: shipment.reference,
    service: shipment.product.id,
    consignment: shipment.consignment,
    priceCents: price.priceCents,
    sent: kept,
  };
}

export function validateShipments(desk: Desk, account: Account, call: Call): Answer {
  const sent = listAt(call.body, 'shipments');
  if (sent.length === 0) return refuse([missingField('shipments')]);
  const problems = sent.flatMap((one) => {
    const read = readPriced(desk, account, call, one);
    return 'problems' in read ? read.problems : [];
  });
  return problems.length > 0 ? refuse(problems) : json({});
}

/**
 * Finds shipments by id, or pages through all of them, filtered by the sender's reference. Clients look up lost
 * answers with the filter.
 */
export function findShipments(desk: Desk, call: Call): Answer {
  const ids = split(call.query.get('shipment_ids'));
  if (ids.length > 0) {
    const found = ids.map((id) => desk.shipments.find(id));
    const gone = ids.filter((_, n) => found[n] === undefined);
    if (gone.length > 0) return refuse(gone.map(shipmentNotFound), 404);
    return json({ shipments: found.flatMap((one) => (one ? [presentShipment(desk, one)] : [])) });
  }
  const offset = Number(call.query.get('offset') ?? Number.NaN);
  const count = Number(call.query.get('number_of_shipments') ?? Number.NaN);
  if (!Number.isInteger(offset) || !Number.isInteger(count) || count < 1 || count > mostListed) {
    const message = `Give shipment_ids, or offset and number_of_shipments (at most ${mostListed}).`;
    return refuse([invalidField('shipment_ids', message)]);
  }
  const references = split(call.query.get('sender_reference'));
  const statuses = split(call.query.get('status'));
  const all = desk.shipments
    .all()
    .filter(({ reference }) => references.length === 0 || references.includes(reference))
    .filter((one) => statuses.length === 0 || statuses.includes(statusOf(desk, one)));
  const shipments = all.slice(offset, offset + count).map((one) => presentShipment(desk, one));
  return json({
    shipments,
    pagination: { total_number_of_records: all.length, number_of_records_per_page: count },
  });
}

const split = (text: string | null): string[] =>
  (text ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

export function changeShipment(desk: Desk, account: Account, call: Call): Answer {
  const found = findUnlodged(desk, call);
  if ('status' in found) return found;
  const read = readPriced(desk, account, call, call.body);
  if ('problems' in read) return refuse(read.problems);
  const changed = desk.shipments.replace(found, newShipment(desk, account, read, found));
  return json(presentShipment(desk, changed));
}

export function deleteShipment(desk: Desk, call: Call): Answer {
  const found = findUnlodged(desk, call);
  if ('status' in found) return found;
  desk.shipments.remove(found.id);
  return json({});
}

function findUnlodged(desk: Desk, { params }: Call): Shipment | Answer {
  const shipment = desk.shipments.find(params.id ?? '');
  if (shipment === undefined) return refuse([shipmentNotFound(params.id ?? '')], 404);
  if (shipment.orderId === undefined) return shipment;
  const message = `The shipment ${shipment.id} is in the order ${shipment.orderId} and cannot be changed.`;
  return refuse([{ code: '44016', name: 'SHIPMENT_ALREADY_LODGED_ERROR', message }]);
}
