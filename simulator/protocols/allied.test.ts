// Tests of the simulated Allied Express as a customer's client calls it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { alliedJob } from '../../test/support/carriers/simulated-requests.ts';
import {
  type Ask,
  assertPdf,
  basic,
  jsonOf,
  openSimulator,
  type TestSimulator,
} from '../../test/support/carriers/simulator.ts';

describe('Allied Express', () => {
  let simulator: TestSimulator;
  let ask: Ask;
  before(async () => {
    simulator = await openSimulator('allied');
    ask = simulator.client('allied', basic('sim-allied', 'sim-allied-password'));
  });
  after(() => simulator.close());
  beforeEach(() => simulator.control('POST', '/reset'));

  const book = async (reference: string) => {
    const answer = await ask('POST', '/GetLabelfull', { body: alliedJob(reference) });
    assert.equal(answer.status, 200, answer.text);
    return jsonOf(answer);
  };
  const priceOf = (answer: { text: string }) =>
    jsonOf(answer)['soapenv:Envelope']['soapenv:Body']['ns1:calculatePriceResponse'].result;
  const scansOf = (answer: { text: string }) =>
    jsonOf(answer)['soapenv:Body']['ns1:getShipmentsStatusResponse'].result;

  test('answers a price as an envelope in which a single surcharge is not a list', async () => {
    const result = priceOf(await ask('POST', '/calculatePrice', { body: alliedJob('') }));
    assert.match(result.jobCharge, /^\d+\.\d\d$/);
    assert.deepEqual(Object.keys(result.surcharges), [
      'chargeCode',
      'description',
      'netValue',
      'quantity',
    ]);
    const total = Number(result.jobCharge) + Number(result.surcharges.netValue);
    assert.equal(result.totalCharge, total.toFixed(2));
  });

  test('answers several surcharges as a list that adds up to the sample card', async () => {
    const job = alliedJob('');
    const tube = {
      dangerous: false,
      height: 12,
      itemCount: 1,
      length: 300,
      volume: 0.04,
      weight: 9,
      width: 12,
    };
    const north = {
      ...job.jobStops_P.geographicAddress,
      suburb: 'BRISBANE CITY',
      state: 'QLD',
      postCode: '4000',
    };
    const south = {
      ...job.jobStops_D.geographicAddress,
      suburb: 'SYDNEY',
      state: 'NSW',
      postCode: '2000',
    };
    const body = {
      ...job,
      items: [tube],
      jobStops_P: { ...job.jobStops_P, geographicAddress: north },
      jobStops_D: { ...job.jobStops_D, geographicAddress: south },
    };
    const result = priceOf(await ask('POST', '/calculatePrice', { body }));
    assert.ok(Array.isArray(result.surcharges));
    const codes = result.surcharges.map(({ chargeCode }: { chargeCode: string }) => chargeCode);
    assert.ok(codes.includes('LSC'));
    assert.ok(codes.includes('FUEL'));
  });

  test('refuses a body that does not fit its schema in plain text', async () => {
    const refused = await ask('POST', '/calculatePrice', {
      body: { ...alliedJob(''), weight: '' },
    });
    assert.equal(refused.status, 400);
    assert.match(refused.headers.get('content-type') ?? '', /^text\/plain/);
    assert.match(refused.text, /^"weight" .*\n\nFailed validating "type" in schema: \{/);
    const [P, D] = [alliedJob('').jobStops_P, alliedJob('').jobStops_D];
    for (const change of [
      { account: '' },
      { jobStops_P: { ...P, phoneNumber: '' } },
      { jobStops_D: { ...D, contact: 'J' } },
      { unknown: 1 },
    ]) {
      const body = { ...alliedJob(''), ...change };
      assert.equal((await ask('POST', '/calculatePrice', { body })).status, 400);
    }
  });

  test('refuses a job that it cannot price with errors and a total of zero', async () => {
    for (const change of [{ account: 'OTHER' }, { serviceLevel: 'Z' }]) {
      const body = { ...alliedJob(''), ...change };
      const answer = await ask('POST', '/calculatePrice', { body });
      assert.equal(answer.status, 200);
      const { errors, totalCharge } = priceOf(answer);
      assert.match(errors, /^Invalid/);
      assert.equal(totalCharge, '0.0');
      const booking = jsonOf(await ask('POST', '/GetLabelfull', { body }));
      assert.deepEqual(Object.keys(booking), ['Price']);
    }
  });

  test('a booking returns its label, price and number', async () => {
    const made = await book('L1');
    assert.match(made.Tracking, /^AOE\d{8}[A-Z]$/);
    assert.match(priceOf({ text: JSON.stringify(made.Price) }).totalCharge, /^\d+\.\d\d$/);
    const label = made['soapenv:Body']['ns1:getLabelResponse'].result;
    assertPdf(Buffer.from(label, 'base64'));
  });

  test("answers one scan as an object and several as a list, with the carrier's spelling", async () => {
    const { Tracking } = await book('L2');
    const first = scansOf(await ask('POST', `/getShipmentsStatus/${Tracking}`));
    assert.equal(first.statusBarcodesList.consignmentNote, Tracking);
    assert.match(first.statusBarcodesList.scannnedTimestamp, /T\d\d:\d\d:\d\d\.000\+10:00$/);
    await simulator.advance(700);
    const last = scansOf(await ask('GET', `/getShipmentsStatus/${Tracking}`));
    assert.equal(last.statusBarcodesList.at(-1).scannedStatus, 'Freight has been delivered');
    const byReference = scansOf(await ask('GET', '/getShipmentsStatus/L2'));
    assert.equal(byReference.statusBarcodesList.length, 5);
    const unknown = scansOf(await ask('GET', '/getShipmentsStatus/AOE1'));
    assert.equal(unknown.statusError, 'No Shipment status found.');
  });

  test('cancels a job with its postcode and answers 0 for success', async () => {
    const { Tracking } = await book('L3');
    const cancel = async (postcode: string) => {
      const answer = await ask('POST', `/cancelJob/${Tracking}/${postcode}`);
      return jsonOf(answer)['soapenv:Envelope']['soapenv:Body']['ns1:cancelDispatchJobResponse']
        .result;
    };
    assert.equal(await cancel('2000'), '-1');
    assert.equal(await cancel('3000'), '0');
    const [{ cancelled }] = jsonOf(await simulator.control('GET', '/shipments?reference=L3'));
    assert.equal(cancelled, true);
  });
});
