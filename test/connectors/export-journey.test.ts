// Exports with DHL, FedEx and UPS through the service: the customs declaration reaches the carrier, labels that come
// with the booking are stored, labels of several pieces become one file, and all are kept after the account is
// disconnected.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { dhlExpress } from '../../carriers/dhl_express/connector/dhl-express.ts';
import { fedex } from '../../carriers/fedex/connector/fedex.ts';
import { ups } from '../../carriers/ups/connector/ups.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import {
  connectAccount,
  disconnectAccount,
} from '../../src/application/carriers/carrier-accounts.ts';
import { acknowledgePrice, listIssues } from '../../src/application/issues/list-issues.ts';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { type BookingShown, Checkout } from '../support/bookings/checkout.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { openPdf } from '../support/documents/read-document.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const auckland = {
  type: 'residential',
  country: 'NZ',
  postcode: '1010',
  suburb: 'Auckland',
  address: '8 Queen Street',
  name: 'Mel',
  phone: '64 9 555 0100',
};
const sydney = {
  postcode: '2000',
  suburb: 'SYDNEY',
  type: 'business',
  address: '21 Bourke Road',
  name: 'Jane',
  phone: '02 9876 5432',
};
const declaration = {
  contents_type: 'merchandise',
  contents_description: 'Ceramic tiles',
  items: [
    {
      description: 'Tile',
      quantity: 10,
      weight: 0.45,
      value: 12.5,
      country_of_origin: 'IT',
      hs_code: '690721',
    },
  ],
};

for (const setup of setups) {
  describe(`exports on ${setup.name}`, () => {
    let t: TestApp;
    let shop: Checkout;
    let simulator: TestSimulator;
    before(async () => {
      simulator = await openSimulator('dhl_express', 'fedex', 'ups');
      t = await startTestApp(setup, {
        connectors: [dhlExpress, fedex, ups],
        limits: { v5PerMinute: 0 },
      });
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
      for (const connector of [dhlExpress, fedex, ups]) {
        const { carrier } = connector;
        const listed = simulator.carriers.find((simulated) => simulated.carrier === carrier);
        assert.ok(listed);
        const account = simulatedAccount(connector, listed);
        const input = { carrier, account, policy: 'live' as const, isUntested: false };
        const { sentence } = await connectAccount(t.app, undefined, input);
        assert.match(sentence, /The account is accepted/);
      }
      await until('all four carriers are connected', () => t.app.carriers.live.length === 4);
    });
    after(async () => {
      await t.close();
      await simulator.close();
    });
    const confirm = async (carrier: string) => {
      const quoted = await shop.quote(
        sydneyToMelbourne({
          sender: sydney,
          receiver: auckland,
          items: [aCarton({ quantity: 2 })],
        }),
      );
      await shop.post(`${shop.urls.bookings}/${quoted.id}/custom_declaration`, declaration);
      const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, carrier));
      return { id: quoted.id, answer };
    };
    const book = async (carrier: string): Promise<BookingShown> => {
      const { answer } = await confirm(carrier);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const label = (id: number, query = '') =>
      t.get(`${shop.urls.bookings}/${id}/label${query}`, { 'api-key': shop.member.key });
    const shipmentsAt = (carrier: string) =>
      simulator.simulation.find(carrier)?.desk.shipments.all() ?? [];

    test('charges the quoted price and alerts the operator when a carrier books at another', async () => {
      const alerts = async () => (await listIssues(t.app)).otherPrices;
      const asQuoted = await book('fedex');
      assert.deepEqual(await alerts(), [], 'a booking at the quoted price raises no alert');
      await simulator.fault('fedex:book:wrong-price=150:1');
      const { id, cost } = await book('fedex');
      assert.equal(cost, asQuoted.cost);
      const [other, ...more] = await alerts();
      assert.deepEqual([other?.bookingId, more], [id, []]);
      const { quotedCents = 0, bookedCents = 0 } = other ?? {};
      assert.equal(quotedCents, Math.round(Number(cost) * 100));
      assert.ok(Math.abs(bookedCents - quotedCents * 1.5) <= 2, `${bookedCents}`);
      await acknowledgePrice(t.app, String(id));
      assert.deepEqual(await alerts(), []);
    });

    test('DHL: sends the customs details, joins the labels in one file and leaves imports to the operator', async () => {
      const { id, connote } = await book('dhl_express');
      assert.match(connote ?? '', /^\d{10}$/);
      const [kept] = shipmentsAt('dhl_express').filter(({ reference }) => reference === String(id));
      assert.match(
        JSON.stringify(kept?.sent),
        /"commodityCodes":\[\{"typeCode":"outbound","value":"690721"/,
      );
      const printed = await label(id);
      assert.equal(printed.statusCode, 200, printed.body);
      assert.equal((await openPdf(printed.rawPayload)).length, 2);
      const bookable = t.app.carriers.live.filter(
        ({ carrierBooking }) => carrierBooking !== undefined,
      );
      assert.deepEqual(bookable.map(({ stringId }) => stringId).toSorted(), [
        'dhl_express',
        'fedex',
        'ups',
      ]);
    });

    test('FedEx: sends the customs details and joins the labels in one file', async () => {
      const { id, connote } = await book('fedex');
      assert.match(connote ?? '', /^\d{12}$/);
      const [kept] = shipmentsAt('fedex').filter(({ reference }) => reference === String(id));
      assert.match(JSON.stringify(kept?.sent), /"harmonizedCode":"690721"/);
      const printed = await label(id);
      assert.equal(printed.statusCode, 200, printed.body);
      const pages = await openPdf(printed.rawPayload);
      assert.deepEqual(
        pages.map(({ text }) => /Piece \d of \d/.exec(text)?.[0]),
        ['Piece 1 of 2', 'Piece 2 of 2'],
      );
      assert.equal(
        (await label(id, '?format=zpl')).statusCode,
        400,
        'the FedEx label was requested as PDF only',
      );
    });

    test('UPS returns thermal labels with the booking and PDFs on request', async () => {
      const { id } = await book('ups');
      const thermal = await label(id, '?format=zpl');
      assert.equal(thermal.statusCode, 200, thermal.body);
      assert.equal(thermal.body.match(/\^XA/g)?.length, 2);
      const calls = jsonCalls(await simulator.control('GET', '/calls?carrier=ups'));
      assert.ok(
        !calls.some(({ operation }) => operation === 'label'),
        'the stored label is printed without asking UPS',
      );
      assert.equal((await openPdf((await label(id)).rawPayload)).length, 2);
    });

    test("refers to the carrier's own pages for a label that was lost with the booking's answer", async () => {
      for (const carrier of ['fedex', 'dhl_express']) {
        const other = await book(carrier);
        await simulator.fault(`${carrier}:book:accepted-but-answer-lost:1`);
        const { id } = await confirm(carrier);
        await until('recovery has found the consignment', async () => {
          t.advanceClock(60_000);
          await recoverConfirmations(t.app);
          return (await shop.read(id)).status === 'Confirmed';
        });
        for (const query of ['', '?format=zpl', '?piece=1']) {
          const printed = await label(id, query);
          assert.deepEqual([printed.statusCode, printed.json().error], [404, 'label_not_ready']);
          assert.match(printed.json().message, /Print it on the carrier's own pages/);
        }
        const batch = await shop.post('/api/v5/bookings/labels/batch', {
          booking_ids: [other.id, id],
        });
        assert.deepEqual(
          [batch.statusCode, batch.json().error, batch.json().booking_ids],
          [422, 'labels_not_ready', [id]],
        );
        const link = await t.get(`${shop.urls.bookings}/${id}/public_url`, {
          'api-key': shop.member.key,
        });
        assert.equal((await t.get(new URL(link.json().url).pathname)).statusCode, 404);
      }
    });

    test('cancels the shipment with FedEx and UPS', async () => {
      for (const carrier of ['fedex', 'ups']) {
        const { id } = await book(carrier);
        await cancelBooking(t.app, bookingId(id));
        const [kept] = shipmentsAt(carrier).filter(({ reference }) => reference === String(id));
        assert.notEqual(kept?.cancelledAtMs, undefined, carrier);
      }
    });

    test('a stored label still prints after the carrier is disconnected', async () => {
      const { id } = await book('fedex');
      await disconnectAccount(t.app, undefined, 'fedex');
      await until('the carrier is disconnected', () => t.app.carriers.live.length === 3);
      const printed = await label(id);
      assert.equal(printed.statusCode, 200, printed.body);
      assert.match((await openPdf(printed.rawPayload))[0]?.text ?? '', /FedEx \(SIMULATED\)/);
    });
  });
}

const jsonCalls = (answer: { text: string }): { operation: string }[] =>
  JSON.parse(answer.text) as { operation: string }[];
