// Reads orders from a CSV file: a header row, then one row for each item. Rows with the same order number are one
// order. Mistakes are reported with their line before anything is sent. Pure.
import { parseCsv } from '../../parts/csv.ts';
import { isNumber, measureProblem, quantityProblem } from '../../parts/goods-figures.ts';

export type FileOrder = {
  lines: number[];
  order_id: string;
  /** The value and description of the goods, if the file has them. */
  sale: { sale_price?: string; goods_summary?: string };
  receiver: Record<string, string>;
  items: Record<string, string>[];
  problems: string[];
};

export type OrderFile = {
  orders: FileOrder[];
  problem?: string;
  /** Names of columns that are ignored. */
  unused: string[];
};

/** The columns, and other common names for each. */
const columns: readonly { name: string; part: 'order' | 'receiver' | 'item'; known: RegExp }[] = [
  { name: 'order_id', part: 'order', known: /^order(_?(id|number|no))?$/ },
  { name: 'name', part: 'receiver', known: /^(receiver_?)?(name|contact|customer)$/ },
  { name: 'company_name', part: 'receiver', known: /^(receiver_?)?company(_?name)?$/ },
  { name: 'email', part: 'receiver', known: /^(receiver_?)?e_?mail$/ },
  { name: 'phone', part: 'receiver', known: /^(receiver_?)?(phone|mobile|telephone)$/ },
  { name: 'address', part: 'receiver', known: /^(receiver_?)?(address|street|address_?1)$/ },
  { name: 'suburb', part: 'receiver', known: /^(receiver_?)?(suburb|city|town)$/ },
  { name: 'postcode', part: 'receiver', known: /^(receiver_?)?(post_?code|zip)$/ },
  { name: 'state', part: 'receiver', known: /^(receiver_?)?state$/ },
  { name: 'country', part: 'receiver', known: /^(receiver_?)?country$/ },
  { name: 'type', part: 'receiver', known: /^(receiver_?)?(type|address_?type)$/ },
  { name: 'description', part: 'item', known: /^(item_?)?(packaging|package|description)$/ },
  { name: 'quantity', part: 'item', known: /^(item_?)?(quantity|qty)$/ },
  { name: 'weight', part: 'item', known: /^(item_?)?weight(_?kg)?$/ },
  { name: 'length', part: 'item', known: /^(item_?)?length(_?cm)?$/ },
  { name: 'width', part: 'item', known: /^(item_?)?width(_?cm)?$/ },
  { name: 'height', part: 'item', known: /^(item_?)?height(_?cm)?$/ },
  { name: 'sku', part: 'item', known: /^(item_?)?sku$/ },
  {
    name: 'sale_price',
    part: 'order',
    // Not a plain "price", which may be the price of one piece.
    known: /^(sale_?price|(order_?|sale_?)?total|(declared_?|goods_?)value)$/,
  },
  { name: 'goods_summary', part: 'order', known: /^(goods(_?summary)?|contents)$/ },
];

export const templateFile = `${columns.map(({ name }) => name).join(',')}\r\nA-1001,Rita Receiver,,rita@example.com,0400 000 000,1 Smith Street,Richmond,3121,VIC,AU,residential,Carton,1,5,40,30,30,SKU-7,249.00,Ceramic tiles\r\n`;
const needed = ['order_id', 'suburb', 'postcode'];
const mostOrders = 500;

export function readOrderFile(text: string): OrderFile {
  const [header, ...rows] = parseCsv(text);
  const names = header?.cells ?? [];
  const found = names.map((name) => {
    const plain = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_|_$/g, '');
    return columns.find(({ known }) => known.test(plain));
  });
  // Of two columns for the sale price the first is used; the other is reported as unused.
  for (const [at, column] of found.entries())
    if (column?.name === 'sale_price' && found.indexOf(column) < at) found[at] = undefined;
  const unused = names.filter((name, at) => found[at] === undefined && name.trim() !== '');
  const missing = needed.filter((name) => !found.some((column) => column?.name === name));
  if (missing.length > 0) {
    return {
      orders: [],
      unused,
      problem: `The first row must name the columns; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    };
  }
  const orders = new Map<string, FileOrder>();
  for (const { line, cells } of rows) {
    const values = { order: {}, receiver: {}, item: {} } as Record<
      'order' | 'receiver' | 'item',
      Record<string, string>
    >;
    for (const [at, column] of found.entries()) {
      const value = cells[at] ?? '';
      if (column !== undefined && value !== '') values[column.part][column.name] = value;
    }
    take(orders, line, values);
  }
  const listed = [...orders.values()];
  return listed.length > mostOrders
    ? {
        orders: [],
        unused,
        problem: `The file has ${listed.length} orders; at most ${mostOrders} at a time.`,
      }
    : { orders: listed, unused };
}

function take(
  orders: Map<string, FileOrder>,
  line: number,
  { order, receiver, item }: Record<'order' | 'receiver' | 'item', Record<string, string>>,
): void {
  const number = order.order_id ?? '';
  // A row without an order number is listed separately with its error.
  const known = number === '' ? undefined : orders.get(number);
  if (known !== undefined) {
    known.lines.push(line);
    known.items.push(withDefaults(item));
    const sale = saleOf(order);
    known.sale = joined(known.sale, sale);
    known.problems.push(
      ...unreadable(item, sale, line),
      ...contradictions(known.receiver, receiver, ['address', 'suburb', 'postcode'], line),
      ...contradictions(known.sale, sale, ['sale_price'], line),
    );
    return;
  }
  const problems = [
    ...(number === '' ? ['the order number is missing'] : []),
    ...['suburb', 'postcode']
      .filter((name) => receiver[name] === undefined)
      .map((name) => `the ${name} is missing`),
    ...unreadable(item, saleOf(order), line),
  ];
  orders.set(number === '' ? `line ${line}` : number, {
    lines: [line],
    order_id: number,
    sale: saleOf(order),
    receiver: { type: 'residential', country: 'AU', ...receiver },
    items: [withDefaults(item)],
    problems,
  });
}

const measures = ['weight', 'length', 'width', 'height'] as const;

/** Reports numbers that the service would reject. Missing numbers can be added later. */
function unreadable(
  item: Readonly<Record<string, string>>,
  { sale_price: price }: FileOrder['sale'],
  line: number,
): string[] {
  const { quantity } = item;
  return [
    quantity === undefined ? undefined : quantityProblem(quantity),
    ...measures.map((name) => {
      const value = item[name];
      return value === undefined ? undefined : measureProblem(name, value);
    }),
    price === undefined || isNumber(price) ? undefined : `the price “${price}” is not an amount`,
  ]
    .filter((problem) => problem !== undefined)
    .map((problem) => `line ${line}: ${problem}`);
}

/** An order has one address and one price: further rows may leave them out, but must not differ. */
function contradictions(
  known: Readonly<Record<string, string>>,
  further: Readonly<Record<string, string>>,
  names: readonly string[],
  line: number,
): string[] {
  return names
    .filter((name) => further[name] !== undefined && !isSame(further[name], known[name] ?? ''))
    .map((name) => `line ${line} names another ${name.replace('_', ' ')}`);
}

/** 249 and 249.00 are the same price, but 0800 and 800 are different postcodes. */
function isSame(one: string, other: string): boolean {
  return one === other || (/[.]/.test(one + other) && Number(one) === Number(other));
}

/** The price and goods of a row. Spreadsheets write prices with a dollar sign and thousands commas. */
function saleOf({ sale_price, goods_summary }: Record<string, string>): FileOrder['sale'] {
  return {
    ...(sale_price === undefined
      ? {}
      : {
          sale_price: sale_price
            .replace(/^(AU?D?)?\s*\$\s*/i, '')
            .replaceAll(/(?<=\d),(?=\d{3}(\D|$))/g, ''),
        }),
    ...(goods_summary === undefined ? {} : { goods_summary }),
  };
}

/** Combines the rows of an order: the first price given, and every description of goods once. */
function joined(known: FileOrder['sale'], further: FileOrder['sale']): FileOrder['sale'] {
  const goods = [...(known.goods_summary?.split(', ') ?? []), further.goods_summary];
  const contents = new Set(goods.filter((one) => one !== undefined));
  return {
    ...further,
    ...known,
    ...(contents.size === 0 ? {} : { goods_summary: [...contents].join(', ') }),
  };
}

function withDefaults(item: Record<string, string>): Record<string, string> {
  return { description: 'Carton', quantity: '1', ...item };
}
