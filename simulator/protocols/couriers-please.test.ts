// Tests of the simulated CouriersPlease as a customer's client calls it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { pleaseShipment } from '../../test/support/carriers/simulated-requests.ts';
import {
  type Ask,
  assertPdf,
  basic,
  jsonOf,
  openSimulator,
  type TestSimulator,
} from '../../test/support/carriers/simulator.ts';

describe('CouriersPlease', () => {
  let simulator: TestSimulator;
  let ask: Ask;
  before(async () => {
    simulator = await openSimulator('couriers_please');
    ask = simulator.client('couriers_please', basic('990000001', 'sim-couriersplease-key'));
  });
  after(() => simulator.close());
  beforeEach(() => simulator.control('POST', '/reset'));

  const question = {
    fromSuburb: 'MELBOURNE',
    fromPostcode: '3000',
    toSuburb: 'SYDNEY',
    toPostcode: '2000',
    insuranceCategory: 1,
    items: [{ quantity: 1, length: 30, height: 30, width: 30, physicalWeight: '5' }],
  };
  const create = async (reference: string) => {
    const answer = await ask('POST', '/v1/domestic/shipment/create', {
      body: pleaseShipment(reference),
    });
    assert.equal(answer.status, 200, answer.text);
    return jsonOf(answer).data;
  };

  test('quotes the rate cards with prices as texts', async () => {
    for (const version of ['v1', 'v2']) {
      const answer = jsonOf(await ask('POST', `/${version}/domestic/quote`, { body: question }));
      assert.equal(answer.responseCode, 'SUCCESS');
      const [first] = answer.data;
      assert.deepEqual(Object.keys(first), [
        'RateCardCode',
        'RateCardDescription',
        'CalculatedFreightCharge',
        'CalculatedFuelCharge',
        'InsuranceAmt',
        'ETA',
        'PickupCutOffTime',
        'Weight',
      ]);
      assert.match(first.CalculatedFreightCharge, /^\d+\.\d\d$/);
      assert.match(first.PickupCutOffTime, /^\d\d:\d\d$/);
      assert.equal(answer.data.length, 3);
    }
  });

  test('requires sides in whole numbers and suburbs within their postcodes', async () => {
    const body = {
      ...question,
      toSuburb: 'PERTH',
      items: [{ ...question.items[0], length: 30.5 }],
    };
    const refused = await ask('POST', '/v2/domestic/quote', { body });
    assert.equal(refused.status, 400);
    assert.equal(jsonOf(refused).responseCode, 'INVALID_INPUT');
    assert.deepEqual(
      jsonOf(refused).data.errors.map(({ field }: { field: string }) => field),
      ['items[0].length', 'toSuburb'],
    );
    const stranger = await simulator.client('couriers_please')('POST', '/v2/domestic/quote', {
      body,
    });
    assert.equal(jsonOf(stranger).responseCode, 'UNAUTHORIZED');
  });

  test('validates, creates, labels and finds a shipment by our reference', async () => {
    const fine = await ask('POST', '/v1/domestic/shipment/validate', {
      body: pleaseShipment('C1'),
    });
    assert.equal(jsonOf(fine).responseCode, 'SUCCESS');
    const made = await create('C1');
    assert.match(made.consignmentCode, /^CP\w{4}E\d{5}$/);
    assert.equal(made.referenceNumber, 'C1');
    assert.match(made.jobNumber, /^\d+$/);
    const label = await ask(
      'GET',
      `/v1/domestic/shipment/label?consignmentNumber=${made.consignmentCode}`,
    );
    assertPdf(Buffer.from(jsonOf(label).data.label, 'base64'));
    const found = jsonOf(await ask('GET', '/v1/domestic/locateParcel?trackingCode=C1'));
    assert.equal(found.data.consignmentInfo[0].consignmentCode, made.consignmentCode);
  });

  test('requires accepted terms and an existing rate card', async () => {
    const body = {
      ...pleaseShipment('C2'),
      termsAccepted: false,
      rateCardId: 'XX',
      pickupEmail: '',
    };
    for (const path of ['validate', 'create']) {
      const refused = await ask('POST', `/v1/domestic/shipment/${path}`, { body });
      assert.deepEqual(
        jsonOf(refused).data.errors.map(({ field }: { field: string }) => field),
        ['pickupEmail', 'termsAccepted', 'rateCardId'],
      );
    }
  });

  test('cancels a shipment until it has been picked up', async () => {
    const { consignmentCode } = await create('C3');
    const cancel = (code: string) =>
      ask('POST', '/v1/domestic/shipment/cancel', { body: { consignmentCode: code } });
    assert.equal((await cancel(consignmentCode)).status, 200);
    const second = await create('C4');
    await simulator.advance(200);
    assert.equal((await cancel(second.consignmentCode)).status, 400);
    assert.equal((await cancel('CPNOBODY')).status, 400);
  });

  test('tracking shows local dates and times', async () => {
    const { consignmentCode } = await create('C5');
    await simulator.advance(700);
    const answer = await ask('GET', `/v1/domestic/locateParcel?trackingCode=${consignmentCode}`);
    const [{ status, itemsCoupons }] = jsonOf(answer).data.consignmentInfo;
    assert.match(status, /delivered. Signed for by/);
    const [{ trackingInfo }] = itemsCoupons;
    assert.equal(trackingInfo.length, 5);
    assert.match(trackingInfo[0].date, /^\d\d [A-Z][a-z]{2} \d{4}$/);
    assert.match(trackingInfo[0].time, /^\d\d:\d\d [ap]m$/);
    assert.equal(trackingInfo[1].action, 'Your Parcel Has been Picked Up');
  });

  test('accepts a pickup with short texts, a time with am or pm, and the delivery of a single consignment', async () => {
    const body = {
      readyDateTime: '2026-09-16 02:00 pm',
      contactName: 'Jo',
      contactEmail: 'jo@example.com',
      consignmentCount: 1,
      totalItemCount: 1,
      totalWeight: 5,
      pickup: {
        phoneNumber: '02',
        companyName: 'Jo',
        address1: '1 St',
        suburb: 'SYDNEY',
        postcode: '2000',
      },
      delivery: { companyName: 'Mel', address1: '2 St', suburb: 'RICHMOND', postcode: '3121' },
    };
    const made = await ask('POST', '/v2/domestic/bookPickup', { body });
    assert.match(jsonOf(made).data.jobNumber, /^\d+$/);
    const long = { ...body, pickup: { ...body.pickup, companyName: 'A company of twenty-three' } };
    assert.equal((await ask('POST', '/v2/domestic/bookPickup', { body: long })).status, 400);
    const { delivery: _delivery, ...alone } = body;
    assert.equal((await ask('POST', '/v2/domestic/bookPickup', { body: alone })).status, 400);
    const military = { ...body, readyDateTime: '2026-09-16 14:00' };
    assert.equal((await ask('POST', '/v2/domestic/bookPickup', { body: military })).status, 400);
  });

  test('finds locations by suburb and by postcode', async () => {
    const byCode = jsonOf(await ask('GET', '/v1/locations?suburbOrPostcode=3121'));
    assert.ok(byCode.data.some(({ suburb }: { suburb: string }) => suburb === 'RICHMOND'));
    const byName = jsonOf(await ask('GET', '/v1/locations?suburbOrPostcode=Richmond'));
    assert.ok(byName.data.length > 1);
  });
});
