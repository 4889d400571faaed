// TNT: rated transit times.
import { tnt } from '../../../carriers/tnt/connector/tnt.ts';
import { findDayNumber } from '../../../src/domain/time/calendar.ts';
import type { CarrierStories } from '../story.ts';

const enquiry = (packages: string): string =>
  '<?xml version="1.0"?><enquiry xmlns="http://www.tntexpress.com.au"><ratedTransitTimeEnquiry><cutOffTimeEnquiry>' +
  '<collectionAddress><suburb>SYDNEY</suburb><postCode>2000</postCode><state>NSW</state></collectionAddress>' +
  '<deliveryAddress><suburb>MELBOURNE</suburb><postCode>3000</postCode><state>VIC</state></deliveryAddress>' +
  '<shippingDate>2026-11-16</shippingDate><userCurrentLocalDateTime>2026-11-16T10:00:00</userCurrentLocalDateTime>' +
  `<dangerousGoods><dangerous>false</dangerous></dangerousGoods><packageLines packageType="N">${packages}</packageLines>` +
  '</cutOffTimeEnquiry><termsOfPayment><senderAccount>20012345</senderAccount><payer>S</payer></termsOfPayment>' +
  '</ratedTransitTimeEnquiry></enquiry>';
const line = (n: number, [length, width, height]: [number, number, number], kg: number): string =>
  `<packageLine><numberOfPackages>${n}</numberOfPackages><dimensions unit="cm"><length>${length}</length><width>${width}</width><height>${height}</height></dimensions><weight unit="kg"><weight>${kg}</weight></weight></packageLine>`;
const exchange = (packages: string) => ({
  asks: 'POST /Rtt/inputRequest.asp',
  form: {
    version: '2',
    Username: 'CIT001',
    Password: 'tnt-pass&word',
    XMLRequest: enquiry(packages),
  },
});
const quoted = exchange(line(2, [31, 20, 10], 2.5));
const xml = (inner: string) => ({
  type: 'text/xml',
  text: `<?xml version="1.0"?><response xmlns="http://www.tntexpress.com.au">${inner}</response>`,
});
const rated = (code: string, price: string, delivery: string): string =>
  `<ratedProduct><product><code>${code}</code><description>x</description></product><quote currency="AUD"><price>${price}</price></quote><estimatedDeliveryDateTime>${delivery}</estimatedDeliveryDateTime></ratedProduct>`;
const products = (inner: string): string =>
  `<ratedTransitTimeResponse><ratedProducts>${inner}</ratedProducts></ratedTransitTimeResponse>`;
const cupDay = findDayNumber('2026-11-18') ?? 0;
const all = [
  'tnt_road_express',
  'tnt_overnight_express',
  'tnt_nine_express',
  'tnt_ten_express',
  'tnt_twelve_express',
];

export const tntStories: CarrierStories = {
  connector: tnt,
  account: { username: 'CIT001', password: 'tnt-pass&word', sender_account: '20012345' },
  headers: {},
  consignment: {
    reference: '4711',
    stringId: 'tnt_road_express',
    connote: 'TNT1',
    carrierId: '',
    pieces: [],
  },
  stories: [
    {
      name: 'asks for the price of one carton',
      operation: 'check',
      exchanges: [
        {
          ...exchange(line(1, [30, 30, 30], 5)),
          answers: xml(products(rated('76', '9', '2026-11-18T17:00:00'))),
        },
      ],
      gives:
        "The account is accepted: a 30 cm carton of 5 kg from Sydney to Melbourne costs $9.90 (the carrier's $9.00 plus 10 % GST). Compare it with a price on an invoice. If the carrier's price includes GST, set prices_include_gst to yes.",
    },
    {
      name: 'reports a wrong password',
      operation: 'check',
      exchanges: [
        {
          ...exchange(line(1, [30, 30, 30], 5)),
          answers: xml('<error><description>Invalid username or password</description></error>'),
        },
      ],
      fails: 'credentials',
    },
    {
      name: 'prices the products in the catalogue and counts working days to delivery',
      operation: 'quote',
      exchanges: [
        {
          ...quoted,
          answers: xml(
            products(
              rated('76', '20.00', '2026-11-23T17:00:00') +
                rated('EX12', '41.50', '2026-11-17T12:00:00') +
                rated('718', '99', '2026-11-17T12:00:00'),
            ),
          ),
        },
      ],
      gives: [
        [
          'tnt_road_express',
          { priceCents: 2200, transit: { text: '5 business days', minDays: 5, maxDays: 5 } },
        ],
        [
          'tnt_twelve_express',
          { priceCents: 4565, transit: { text: '1 business day', minDays: 1, maxDays: 1 } },
        ],
      ],
    },
    {
      name: 'does not count a public holiday at the destination as a working day',
      operation: 'quote',
      question: { receiverHolidays: new Map([[cupDay, 'a holiday in Melbourne']]) },
      exchanges: [
        { ...quoted, answers: xml(products(rated('76', '20.00', '2026-11-19T17:00:00'))) },
      ],
      gives: [
        [
          'tnt_road_express',
          { priceCents: 2200, transit: { text: '2 business days', minDays: 2, maxDays: 2 } },
        ],
      ],
    },
    {
      name: 'reports an address that breaks its rules as not served',
      operation: 'quote',
      exchanges: [
        {
          ...quoted,
          answers: xml(
            '<ratedTransitTimeResponse><brokenRules><brokenRule><code>591</code><description>Invalid receiver &amp; suburb</description></brokenRule></brokenRules></ratedTransitTimeResponse>',
          ),
        },
      ],
      gives: all.map((stringId) => [
        stringId,
        {
          absence: {
            code: 'route_not_served',
            serviceability: 'no_route',
            message: '591 Invalid receiver & suburb',
          },
        },
      ]),
    },
    {
      name: 'reports our violation of a rule as a fault of the request',
      operation: 'quote',
      exchanges: [
        {
          ...quoted,
          answers: xml(
            '<brokenRules><brokenRule><code>472</code><description>Local time invalid</description></brokenRule></brokenRules>',
          ),
        },
      ],
      fails: 'bad_request',
    },
  ],
};
