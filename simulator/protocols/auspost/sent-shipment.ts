// Reads a shipment to be priced, validated or created: sender, receiver, and items that each name a product.
import { isTrueAt, listAt, missing, numberAt, textAt } from '../../body.ts';
import type { Consignment, End, Parcel } from '../../price-book.ts';
import { type Account, findProduct, type Product } from './account.ts';
import { invalidField, missingField, type Problem } from './problem.ts';

const packagings: Readonly<Record<string, string>> = {
  CTN: 'Carton',
  BOX: 'Box',
  PAL: 'Pallet',
  SAT: 'Satchel',
  BAG: 'Bag',
  ENV: 'Envelope',
  JIF: 'Envelope',
  ITM: 'Other',
  SKI: 'Skid',
};

export function readEnd(value: unknown, path: string): End {
  return {
    suburb: textAt(value, `${path}.suburb`),
    postcode: textAt(value, `${path}.postcode`),
    state: textAt(value, `${path}.state`),
    country: textAt(value, `${path}.country`),
    isResidential: textAt(value, `${path}.business_name`) === '',
  };
}

/** One article. */
export function readParcel(item: unknown): Parcel {
  return {
    quantity: 1,
    kg: numberAt(item, 'weight') ?? 0,
    lengthCm: numberAt(item, 'length') ?? 0,
    widthCm: numberAt(item, 'width') ?? 0,
    heightCm: numberAt(item, 'height') ?? 0,
    packaging: packagings[textAt(item, 'packaging_type')] ?? 'Carton',
  };
}

export function coverCents(item: unknown): number {
  const amount = numberAt(item, 'features.TRANSIT_COVER.attributes.cover_amount') ?? 0;
  return Math.round(amount * 100);
}

export type SentShipment = {
  readonly consignment: Consignment;
  readonly product: Product;
  readonly reference: string;
  readonly items: readonly unknown[];
};

const mostArticles = 20;
/** A price needs the places; a shipment also needs the names. */
const partyFields = {
  price: ['suburb', 'state', 'postcode'],
  shipment: ['name', 'lines', 'suburb', 'state', 'postcode'],
};

/** Returns the shipment, or everything that is wrong with it. */
export function readShipment(
  account: Account,
  sent: unknown,
  isPlace: (end: End) => boolean,
  purpose: keyof typeof partyFields,
): SentShipment | Problem[] {
  const items = listAt(sent, 'items');
  const problems = [
    ...missing(
      sent,
      ['from', 'to'].flatMap((end) => partyFields[purpose].map((field) => `${end}.${field}`)),
    ),
    ...(items.length === 0 ? ['items'] : []),
  ].map(missingField);
  if (items.length > mostArticles) {
    problems.push(invalidField('items', `A shipment holds at most ${mostArticles} items.`));
  }
  const products = items.map((item) => findProduct(account, textAt(item, 'product_id')));
  problems.push(...items.flatMap((item, n) => itemProblems(item, n, products[n] !== undefined)));
  const [from, to] = [readEnd(sent, 'from'), readEnd(sent, 'to')];
  for (const [end, field] of [
    [from, 'from'],
    [to, 'to'],
  ] as const) {
    if (problems.length === 0 && !isPlace(end)) {
      const message = `The suburb ${end.suburb} does not belong to the postcode ${end.postcode}.`;
      problems.push(invalidField(`${field}.suburb`, message));
    }
  }
  const [product] = products;
  if (problems.length > 0 || product === undefined) return problems;
  const reference = textAt(sent, 'shipment_reference') || textAt(sent, 'customer_reference_1');
  return {
    consignment: {
      from,
      to,
      parcels: items.map(readParcel),
      isDangerous: items.some((item) => isTrueAt(item, 'contains_dangerous_goods')),
      authorityToLeave: items.every((item) => isTrueAt(item, 'authority_to_leave')),
      declaredCents: items.reduce<number>((sum, item) => sum + coverCents(item), 0),
    },
    product,
    reference,
    items,
  };
}

function itemProblems(item: unknown, n: number, isKnown: boolean): Problem[] {
  const gone = missing(item, ['product_id', 'weight']).map((field) =>
    missingField(`items[${n}].${field}`),
  );
  if (gone.length > 0) return gone;
  const product = textAt(item, 'product_id');
  if (!isKnown) {
    const message = `The product ${product} is not in the account's contract.`;
    return [invalidField(`items[${n}].product_id`, message)];
  }
  const weight = numberAt(item, 'weight') ?? 0;
  return weight > 0
    ? []
    : [invalidField(`items[${n}].weight`, 'The weight must be more than 0 kg.')];
}
