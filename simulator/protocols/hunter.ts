// Hunter Express: a list of services with their fees, excluding GST; an error is an object or an element with a message. What
// bookings and statuses answer is not public, so they are left out.
import { dollars } from '../../src/domain/money.ts';
import { listAt, missing, numberAt, textAt } from '../body.ts';
import { admitBasic } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import type { End } from '../price-book.ts';
import { type Protocol, row } from '../protocol.ts';

const credentials = {
  username: 'sim-hunter',
  password: 'sim-hunter-password',
  customerCode: 'SIMHX',
};
const packagings: Readonly<Record<string, string>> = { ENV: 'Envelope', PLT: 'Pallet' };

export const hunter: Simulated = { carrier: 'hunter', name: 'Hunter Express', open };

function open(desk: Desk): Protocol {
  return {
    basePath: '/live/rest/hxws',
    credentials,
    routes: [row('POST', '/quote/get-quote', 'quote', (call) => getQuote(desk, call))],
    authenticate: (call) => admitBasic(call, credentials.username, credentials.password),
    refuse: ({ status, sentence }) => json({ errorMessage: sentence }, status),
  };
}

function getQuote(desk: Desk, call: Call): Answer {
  const { body } = call;
  const goods = listAt(body, 'goods');
  const gone = [
    ...missing(
      body,
      ['fromLocation', 'toLocation'].flatMap((end) =>
        ['suburbName', 'postCode', 'state'].map((field) => `${end}.${field}`),
      ),
    ),
    ...goods.flatMap((one) =>
      missing(one, ['pieces', 'weight', 'width', 'height', 'depth', 'typeCode']),
    ),
    ...(goods.length === 0 ? ['goods'] : []),
  ];
  if (gone.length > 0) return json({ errorMessage: `Missing ${gone.join(', ')}` });
  if (textAt(body, 'customerCode') !== credentials.customerCode)
    return json({ errorMessage: 'Customer is not valid' });
  const [from, to] = [endOf(body, 'fromLocation'), endOf(body, 'toLocation')];
  for (const end of [from, to])
    if (!desk.prices.isPlace(end))
      return json([{ errorMessage: `Location ${end.suburb} ${end.postcode} is not valid` }]);
  const price = desk.rate(call, 'hunter_road_freight', {
    from,
    to,
    parcels: goods.map((one) => ({
      quantity: numberAt(one, 'pieces') ?? 1,
      kg: numberAt(one, 'weight') ?? 0,
      lengthCm: numberAt(one, 'depth') ?? 0,
      widthCm: numberAt(one, 'width') ?? 0,
      heightCm: numberAt(one, 'height') ?? 0,
      packaging: packagings[textAt(one, 'typeCode')] ?? 'Carton',
    })),
  });
  if (!price.isPriced) return json([{ errorMessage: `No fee: ${price.sentence}` }]);
  return json([{ serviceCode: 'RF', serviceName: 'Road Freight', fee: dollars(price.exCents) }]);
}

const endOf = (body: unknown, end: string): End => ({
  suburb: textAt(body, `${end}.suburbName`),
  postcode: textAt(body, `${end}.postCode`),
  state: textAt(body, `${end}.state`),
  country: 'AU',
  isResidential: false,
});
