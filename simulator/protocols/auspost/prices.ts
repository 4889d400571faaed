// POST /prices/items and /prices/shipments. Items are priced one by one, without surcharges; shipments as a whole,
// with fuel and all other surcharges.
import { dollars } from '../../../src/domain/money.ts';
import { at, listAt, missing, numberAt, textAt } from '../../body.ts';
import type { Desk } from '../../desk.ts';
import { type Answer, type Call, json } from '../../exchange.ts';
import type { Price } from '../../price-book.ts';
import { type Account, findProduct, type Product } from './account.ts';
import { invalidField, missingField, noPrice, type Problem, refuse } from './problem.ts';
import { coverCents, readEnd, readParcel, readShipment } from './sent-shipment.ts';

const mostItems = 20;
const gst = 0.1;

export function priceItems(desk: Desk, account: Account, call: Call): Answer {
  const { body } = call;
  const items = listAt(body, 'items');
  const ends = account.needsSuburb
    ? ['from.postcode', 'from.suburb', 'to.postcode', 'to.suburb']
    : ['from.postcode', 'to.postcode'];
  const gone = missing(body, ends).map(missingField);
  if (items.length === 0) gone.push(missingField('items'));
  if (gone.length > 0) return refuse(gone);
  if (items.length > mostItems) {
    return refuse([invalidField('items', `At most ${mostItems} items are priced at once.`)]);
  }
  return json({ items: items.map((item) => priceItem(desk, account, call, item)) });
}

function priceItem(desk: Desk, account: Account, call: Call, item: unknown) {
  const wanted = wantedProducts(account, item);
  const errors: Problem[] = [];
  const prices = wanted.flatMap((id) => {
    const product = findProduct(account, id);
    if (product === undefined) {
      errors.push(noPrice(id, 'it is not in the contract'));
      return [];
    }
    const price = desk.rate(call, product.stringId, {
      from: readEnd(call.body, 'from'),
      to: readEnd(call.body, 'to'),
      parcels: [readParcel(item)],
      authorityToLeave: !product.needsSignature,
      declaredCents: coverCents(item),
    });
    if (!price.isPriced) {
      errors.push(noPrice(id, price.sentence));
      return [];
    }
    return [presentPrice(product, price, item)];
  });
  return {
    ...(textAt(item, 'item_reference') === ''
      ? {}
      : { item_reference: textAt(item, 'item_reference') }),
    weight: numberAt(item, 'weight') ?? 0,
    height: numberAt(item, 'height') ?? 0,
    length: numberAt(item, 'length') ?? 0,
    width: numberAt(item, 'width') ?? 0,
    prices,
    errors,
    warnings: [],
  };
}

function wantedProducts(account: Account, item: unknown): readonly string[] {
  const many = at(item, 'product_ids');
  if (Array.isArray(many)) return many.map(String);
  const one = textAt(item, 'product_id');
  return one === '' ? account.products.map(({ id }) => id) : [one];
}

function presentPrice(product: Product, { freightCents }: Price, item: unknown) {
  const gstCents = Math.round(freightCents * gst);
  const cover = coverCents(item);
  return {
    product_id: product.id,
    product_type: product.type,
    options: {
      signature_on_delivery_option: product.needsSignature,
      authority_to_leave_option: !product.needsSignature,
    },
    calculated_price: dollars(freightCents + gstCents),
    calculated_price_ex_gst: dollars(freightCents),
    calculated_gst: dollars(gstCents),
    bundled_price: dollars(freightCents + gstCents),
    bundled_price_ex_gst: dollars(freightCents),
    bundled_gst: dollars(gstCents),
    features: {
      TRANSIT_COVER: {
        type: 'TRANSIT_COVER',
        attributes: {
          included_cover: 200,
          maximum_cover: 5000,
          rate: 1.5,
          cover_amount: dollars(cover),
        },
        bundled: false,
      },
    },
  };
}

export function priceShipments(desk: Desk, account: Account, call: Call): Answer {
  const sent = listAt(call.body, 'shipments');
  if (sent.length === 0) return refuse([missingField('shipments')]);
  const problems: Problem[] = [];
  const shipments = sent.flatMap((one) => {
    const shipment = readShipment(account, one, (end) => desk.prices.isPlace(end), 'price');
    if ('length' in shipment) {
      problems.push(...shipment);
      return [];
    }
    const price = desk.rate(call, shipment.product.stringId, shipment.consignment);
    if (!price.isPriced) {
      problems.push(noPrice(shipment.product.id, price.sentence));
      return [];
    }
    return [
      {
        shipment_reference: shipment.reference,
        items: shipment.items.map((item) => ({
          item_reference: textAt(item, 'item_reference'),
          product_id: shipment.product.id,
        })),
        shipment_summary: { ...shipmentSummary(price, shipment.items.length), status: 'Quoted' },
      },
    ];
  });
  return problems.length > 0 ? refuse(problems) : json({ shipments });
}

export function shipmentSummary(price: Price, items: number) {
  return {
    total_cost: dollars(price.priceCents),
    total_cost_ex_gst: dollars(price.exCents),
    shipping_cost: dollars(price.freightCents),
    fuel_surcharge: dollars(price.fuelCents),
    total_gst: dollars(price.gstCents),
    number_of_items: items,
  };
}
