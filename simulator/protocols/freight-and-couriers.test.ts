// Tests of the simulated Mainfreight, Zoom2u, Team Global Express and TNT as a customer's client calls them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  mainfreightRate,
  tntEnquiry,
  tollPricing,
  tollPrint,
  tollPrinting,
  tollRate,
} from '../../test/support/carriers/freight-requests.ts';
import { samples, zoomDelivery } from '../../test/support/carriers/simulated-requests.ts';
import {
  type Ask,
  assertPdf,
  bearer,
  jsonOf,
  openSimulator,
  type TestSimulator,
} from '../../test/support/carriers/simulator.ts';
import { elementsOf, textOf } from '../xml-text.ts';

describe('freight carriers and couriers', () => {
  let simulator: TestSimulator;
  before(async () => {
    simulator = await openSimulator('mainfreight', 'zoom2u', 'toll', 'tnt');
  });
  after(() => simulator.close());
  beforeEach(() => simulator.control('POST', '/reset'));

  describe('Mainfreight', () => {
    let ask: Ask;
    before(() => {
      ask = simulator.client('mainfreight', { authorization: 'Secret sim-mainfreight-key' });
    });
    const messages = (answer: { text: string }): string[] =>
      jsonOf(answer).errors.map(({ message }: { message: string }) => message);

    test('answers a rate as names and values, from sides in metres', async () => {
      const freightDetails = [{ ...mainfreightRate.freightDetails[0], height: 1, weight: 250 }];
      const address = { suburb: 'BROOME', postCode: '6725', countryCode: 'AU', state: 'WA' };
      const body = { ...mainfreightRate, freightDetails, destination: { address } };
      const { charges } = jsonOf(
        await ask('POST', '/transport/1.0/customer/rate?region=AU', { body }),
      );
      // The sample card's worked example: a pallet to Broome.
      assert.deepEqual(charges, [
        { name: 'FreightAmount', value: 432.8 },
        { name: 'FuelAmount', value: 87.43 },
        { name: 'FuelPercentage', value: 20.2 },
        { name: 'OtherFeeAmount', value: 3.4 },
        { name: 'TotalExcludingGSTAmount', value: 523.63 },
        { name: 'TotalIncludingGSTAmount', value: 575.99 },
      ]);
    });

    test('checks the region, account, service level and time zone name', async () => {
      const elsewhere = await ask('POST', '/transport/1.0/customer/rate?region=NZ', {
        body: mainfreightRate,
      });
      assert.equal(elsewhere.status, 400);
      const origin = { ...mainfreightRate.origin, freightRequiredDateTimeZone: 'Australia/Sydney' };
      const body = {
        ...mainfreightRate,
        origin,
        account: { code: 'NO' },
        serviceLevel: { code: 'NO' },
      };
      const refused = await ask('POST', '/transport/1.0/customer/rate?region=AU', { body });
      assert.equal(messages(refused).length, 3);
      assert.match(messages(refused)[2] ?? '', /Australia\/Sydney is not in the list/);
    });

    test('ships under our housebill number', async () => {
      const path = '/transport/1.0/customer/shipment?region=AU';
      const refused = await ask('POST', path, { body: mainfreightRate });
      assert.match(messages(refused).join(), /housebillNumber is required/);
      const { book } = samples.find(({ carrier }) => carrier === 'mainfreight') ?? {};
      const made = await ask('POST', path, { body: book?.('HB1').body });
      assert.equal(made.status, 201);
      assert.deepEqual(jsonOf(made), { housebillNumber: 'HB1' });
      const [kept] = jsonOf(await simulator.control('GET', '/shipments?reference=HB1'));
      assert.equal(kept.number, 'HB1');
    });
  });

  describe('Zoom2u', () => {
    let ask: Ask;
    before(() => {
      ask = simulator.client('zoom2u', bearer('sim-zoom2u-key'));
    });
    const create = async (order: string) =>
      jsonOf(await ask('POST', '/api/v1/delivery/create', { body: zoomDelivery(order) }));

    test('quotes a price for each speed, and faster costs more', async () => {
      const quotes = jsonOf(
        await ask('POST', '/api/v1/delivery/quote', { body: zoomDelivery('') }),
      );
      assert.deepEqual(
        quotes.map(({ deliverySpeed }: { deliverySpeed: string }) => deliverySpeed),
        ['Same day', '3 hour', 'VIP'],
      );
      assert.ok(quotes[0].price < quotes[1].price && quotes[1].price < quotes[2].price);
      assert.deepEqual(Object.keys(quotes[0]), [
        'deliverySpeed',
        'price',
        'deliveredBy',
        'earliestPickupEta',
        'earliestDropEta',
      ]);
    });

    test('rejects by field, and rejects pickups in the past', async () => {
      const refused = await ask('POST', '/api/v1/delivery/quote', {
        body: { ...zoomDelivery(''), VehicleType: 'Horse' },
      });
      assert.equal(refused.status, 400);
      assert.deepEqual(Object.keys(jsonOf(refused).modelState), ['VehicleType']);
      const late = { ...zoomDelivery(''), ReadyDateTime: '2026-09-01T00:00:00Z' };
      assert.equal(
        jsonOf(await ask('POST', '/api/v1/delivery/quote', { body: late }))['error-code'],
        'TOOLATE',
      );
    });

    test('creates, tracks and cancels a delivery', async () => {
      const made = await create('PO1');
      assert.match(made.reference, /^Z20260916\d{6}$/);
      assert.equal(made.trackingCode.length, 9);
      assert.ok(made['tracking-link'].endsWith(made.trackingCode));
      const status = async (reference: string) =>
        jsonOf(await ask('GET', `/api/v1/delivery/status/${reference}`));
      assert.equal((await status(made.reference)).status, 'Unassigned');
      assert.equal((await status('PO1')).reference, made.reference);
      assert.equal((await ask('POST', `/api/v1/delivery/cancel/${made.reference}`)).status, 200);
      assert.equal((await status(made.reference)).status, 'Cancelled');
      const second = await create('PO2');
      await simulator.advance(700);
      const arrived = await status(second.reference);
      assert.equal(arrived.status, 'Dropped Off');
      assert.equal(arrived.purchaseOrderNumber, 'PO2');
      const late = await ask('POST', `/api/v1/delivery/cancel/${second.reference}`);
      assert.equal(jsonOf(late)['error-code'], 'TOOLATE');
      assert.equal((await ask('GET', '/api/v1/delivery/status/Z1')).status, 404);
    });
  });

  describe('Team Global Express', () => {
    let price: Ask;
    let print: Ask;
    before(() => {
      price = simulator.client('toll', tollPricing);
      print = simulator.client('toll', tollPrinting);
    });

    test('answers a rate enquiry with currency and value as texts', async () => {
      const answer = await price('POST', '/calculatePrice', { body: tollRate });
      const { Response } = jsonOf(answer).TollMessage.RateEnquiry;
      // The sample card's worked example: a delivery to central Melbourne.
      assert.deepEqual(Response.TotalChargeAmount, { Currency: 'AUD', Value: '16.95' });
      assert.deepEqual(Response.GSTAmount, { Currency: 'AUD', Value: '1.54' });
      assert.deepEqual(Response.FreightCharge, { Currency: 'AUD', Value: '11.95' });
      assert.deepEqual(Response.TransitTime, { UOM: 'Day(s)', Value: '2' });
    });

    test('rejects numbers in place of texts in plain text, and a wrong account in an envelope', async () => {
      const spoil = (change: (text: string) => string) =>
        JSON.parse(change(JSON.stringify(tollRate)));
      const number = spoil((text) => text.replace('"Weight":"5"', '"Weight":5'));
      const refused = await price('POST', '/calculatePrice', { body: number });
      assert.equal(refused.status, 400);
      assert.match(refused.text, /^Schema error: Dimensions.Weight must be of type string/);
      const stranger = spoil((text) => text.replace('SIM888', 'OTHER'));
      const answer = await price('POST', '/calculatePrice', { body: stranger });
      const [error] = jsonOf(answer).TollMessage.ErrorMessages.ErrorMessage;
      assert.equal(error.ErrorNumber.Value, 'RATE00401');
    });

    test('price headers do not print and print headers do not price', async () => {
      const strange = await print('POST', '/calculatePrice', { body: tollRate });
      assert.equal(strange.status, 401);
      assert.ok(jsonOf(strange).ExceptionMessage);
      const body = tollPrint('9990410000017', 'T0');
      assert.equal((await price('POST', '/printlabel', { body })).status, 401);
    });

    test('prints a label under our own numbers, and again without a second shipment', async () => {
      const body = tollPrint('9990410000024', 'T1');
      const answer = jsonOf(await print('POST', '/printlabel', { body }));
      const [message] = answer.TollMessage.ResponseMessages.ResponseMessage;
      assert.equal(message.ResponseID.Value, '200');
      assertPdf(Buffer.from(message.ResponseMessage, 'base64'));
      await print('POST', '/printlabel', { body });
      assert.equal(jsonOf(await simulator.control('GET', '/shipments?reference=T1')).length, 1);
      const zpl = JSON.parse(
        JSON.stringify(body).replace('ResponseRequired":"false', 'ResponseRequired":"true'),
      );
      const raw = jsonOf(await print('POST', '/printlabel', { body: zpl }));
      const [{ ResponseMessage }] = raw.TollMessage.ResponseMessages.ResponseMessage;
      assert.match(Buffer.from(ResponseMessage, 'base64').toString(), /^\^XA/);
      const foreign = await print('POST', '/printlabel', {
        body: tollPrint('1110410000024', 'T2'),
      });
      const [error] = jsonOf(foreign).TollMessage.ErrorMessages.ErrorMessage;
      assert.equal(error.ErrorNumber.Value, 'PRINT00400');
    });

    test('prints a manifest of known shipments', async () => {
      const body = tollPrint('9990410000031', 'T3');
      const { TollMessage } = tollPrint('9990410000031', 'T3', 'Manifest');
      const Print = { ...TollMessage.Print, ManifestID: { Value: 'MYT-206294' } };
      const manifest = { TollMessage: { ...TollMessage, Print } };
      assert.equal((await print('POST', '/printmanifest', { body: manifest })).status, 400);
      await print('POST', '/printlabel', { body });
      const answer = jsonOf(await print('POST', '/printmanifest', { body: manifest }));
      const [message] = answer.TollMessage.ResponseMessages.ResponseMessage;
      assertPdf(Buffer.from(message.ResponseMessage, 'base64'));
      const [kept] = jsonOf(await simulator.control('GET', '/shipments?reference=T3'));
      assert.equal(kept.order, 'MYT-206294');
    });
  });

  describe('TNT', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const enquire = async (change?: (xml: string) => string) => {
      const ask = simulator.client('tnt', headers);
      const { text, status } = await ask('POST', '/Rtt/inputRequest.asp', {
        text: tntEnquiry(change),
      });
      assert.equal(status, 200);
      return text;
    };
    const rules = (text: string) =>
      elementsOf(text, 'brokenRule').map((rule) => textOf(rule, 'code'));

    test('rated products have a code, a price and a delivery time', async () => {
      const found = elementsOf(await enquire(), 'ratedProduct');
      assert.deepEqual(found.map((one) => textOf(one, 'code')).sort(), [
        '712',
        '75',
        '76',
        'EX10',
        'EX12',
      ]);
      const road = found.find((one) => textOf(one, 'code') === '76') ?? '';
      // The sample card's worked example, without GST.
      assert.equal(textOf(road, 'price'), '14.58');
      assert.match(road, /<quote currency="AUD">/);
      assert.match(textOf(road, 'estimatedDeliveryDateTime'), /^2026-09-18T17:00:00$/);
    });

    test('answers every mistake with a broken rule', async () => {
      const swap = (from: string, to: string) => (xml: string) => xml.replace(from, to);
      assert.deepEqual(rules(await enquire(swap('>Sydney<', '>Nowhere<'))), ['590']);
      assert.deepEqual(rules(await enquire(swap('>Melbourne<', '>Nowhere<'))), ['591']);
      assert.deepEqual(rules(await enquire(swap('2026-09-16T12', 'today'))), ['472']);
      assert.deepEqual(rules(await enquire(swap('2026-09-16<', '2026-09-19<'))), ['475']);
      const heavy = rules(await enquire(swap('<weight>5<', '<weight>90000<')));
      assert.ok(heavy.length > 0 && heavy.every((code) => code === '352'));
    });

    test('answers a wrong account and an invalid enquiry with a described error', async () => {
      assert.match(await enquire((xml) => xml.replace('99999', '1')), /<error><description>/);
      assert.match(await enquire(() => 'hello'), /<error><description>/);
    });
  });
});
