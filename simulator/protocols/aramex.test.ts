// Tests of the simulated Aramex Connect as a customer's client calls it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { aramexConsignment } from '../../test/support/carriers/simulated-requests.ts';
import {
  type Ask,
  assertPdf,
  bearer,
  jsonOf,
  openSimulator,
  type TestSimulator,
} from '../../test/support/carriers/simulator.ts';

describe('Aramex Connect', () => {
  let simulator: TestSimulator;
  let ask: Ask;
  before(async () => {
    simulator = await openSimulator('aramex');
    const text =
      'grant_type=client_credentials&client_id=sim-aramex-client&client_secret=sim-aramex-secret&scope=ac-api-au';
    const answer = await simulator.client('aramex')('POST', '/connect/token', { text });
    assert.equal(jsonOf(answer).expires_in, 3600);
    ask = simulator.client('aramex', bearer(jsonOf(answer).access_token));
  });
  after(() => simulator.close());
  beforeEach(() => simulator.control('POST', '/reset'));

  const create = async (reference: string) => {
    const answer = await ask('POST', '/api/consignments', { body: aramexConsignment(reference) });
    assert.equal(answer.status, 200, answer.text);
    return jsonOf(answer).data;
  };

  test('issues no token for wrong client credentials', async () => {
    const text = 'grant_type=client_credentials&client_id=sim-aramex-client&client_secret=wrong';
    const refused = await ask('POST', '/connect/token', { text });
    assert.equal(refused.status, 400);
    assert.equal(jsonOf(refused).error, 'invalid_client');
  });

  test('quotes the sample card to the cent, inside data', async () => {
    const body = {
      ...aramexConsignment(''),
      Items: [{ Quantity: 5, PackageType: 'P', WeightDead: 12, Length: 30, Width: 30, Height: 30 }],
    };
    const { data } = jsonOf(await ask('POST', '/api/consignments/quote', { body }));
    assert.equal(data.price, 77.74);
    assert.equal(data.tax, 7.77);
    assert.equal(data.total, 85.51);
    assert.deepEqual(Object.keys(data.items[0]), [
      'productType',
      'description',
      'quantity',
      'price',
      'tax',
      'total',
    ]);
  });

  test('rejects a service that the account lacks and lists its services', async () => {
    const quote = (ServiceCode: string, ServiceItemCode: string) =>
      ask('POST', '/api/consignments/quote', {
        body: { ...aramexConsignment(''), Services: [{ ServiceCode, ServiceItemCode }] },
      });
    assert.equal((await quote('DELOPT', 'SGR')).status, 200);
    const refused = await quote('DELOPT', 'DOOR');
    assert.equal(refused.status, 400);
    assert.equal(jsonOf(refused).errors[0].code, 'INVALID_SERVICE');
    assert.deepEqual(jsonOf(refused).errors[0].suggestedValues, ['DELOPT ATL', 'DELOPT SGR']);
  });

  test('the second version quotes by a key of resolved locations', async () => {
    const place = (locality: string, postalCode: string) => ({ locality, postalCode });
    const where = { conTypeId: 1, from: place('Sydney', '2000'), to: place('Melbourne', '3000') };
    const { data } = jsonOf(await ask('POST', '/api/location', { body: where }));
    const LocationDetailsKey = data.locationDetails.locationDetailsKey;
    const path = '/api/consignments/quote?api-version=2';
    const { Items } = aramexConsignment('');
    const quoted = jsonOf(await ask('POST', path, { body: { LocationDetailsKey, Items } }));
    assert.ok(Array.isArray(quoted.data));
    assert.equal(quoted.data[0].items.length, 1);
    const unknown = await ask('POST', path, { body: { LocationDetailsKey: 'no', Items } });
    assert.equal(jsonOf(unknown).errors[0].code, 'INVALID_LOCATION_KEY');
  });

  test('rejects a wrong locality, package type or satchel with suggestions', async () => {
    const right = aramexConsignment('');
    const quote = async (body: object) =>
      jsonOf(await ask('POST', '/api/consignments/quote', { body }));
    const elsewhere = { ...right.To, Address: { ...right.To.Address, Locality: 'Perth' } };
    const lost = await quote({ ...right, To: elsewhere });
    assert.ok(lost.errors[0].suggestedValues.includes('MELBOURNE'));
    assert.deepEqual(
      (await quote({ ...right, Items: [{ PackageType: 'Q' }] })).errors[0].suggestedValues,
      ['P', 'S'],
    );
    const odd = await quote({ ...right, Items: [{ PackageType: 'S', SatchelSize: 'A1' }] });
    assert.deepEqual(odd.errors[0].suggestedValues, ['300GM', 'A5', 'A4', 'A3', 'A2']);
    const satchel = await quote({
      ...right,
      Items: [{ Quantity: 1, PackageType: 'S', SatchelSize: 'A4' }],
    });
    assert.equal(satchel.data.items[0].productType, 'SATCHEL');
  });

  test('creates, labels, tracks and deletes a consignment', async () => {
    const made = await create('A1');
    assert.equal(typeof made.conId, 'number');
    assert.match(made.items[0].label, /^[A-Z]{2}\d{10}$/);
    const labels = await ask('GET', `/api/consignments/${made.conId}/labels?pageSize=4x6`);
    assert.equal(labels.headers.get('content-type'), 'application/pdf');
    assertPdf(labels.bytes);
    const track = async () =>
      jsonOf(await ask('GET', `/api/track/label/${made.items[0].label}`)).data;
    assert.deepEqual(await track(), []);
    assert.equal((await ask('DELETE', `/api/consignments/${made.conId}/reason/1`)).status, 200);
    assert.equal((await ask('DELETE', `/api/consignments/${made.conId}/reason/1`)).status, 404);
    assert.equal((await ask('GET', `/api/consignments/${made.conId}/labels`)).status, 404);
  });

  test('lists scans oldest first and keeps a scanned consignment from deletion', async () => {
    const made = await create('A2');
    await simulator.advance(700);
    const answer = await ask('GET', `/api/track/label/${made.items[0].label}`);
    const scans = jsonOf(answer).data;
    assert.deepEqual(
      scans.map(({ scanType }: { scanType: string }) => scanType),
      ['P', 'T', 'T', 'D'],
    );
    assert.equal(scans.at(-1).description, 'Signature Obtained');
    // The booking was made at noon in Sydney, whose time the carrier writes without a zone.
    assert.match(scans.at(-1).scannedDateTime, /^2026-09-16T12:\d\d:\d\d$/);
    const late = await ask('DELETE', `/api/consignments/${made.conId}/reason/1`);
    assert.equal(late.status, 400);
    assert.equal((await ask('GET', '/api/track/label/ZZ0000000000')).status, 404);
    assert.equal(jsonOf(await ask('GET', '/api/track/label/A2')).data.length, 4);
  });

  test('ignores the sender of a standard consignment, and prices from the account address', async () => {
    const perth = aramexConsignment('').To;
    const From = { ...perth, Address: { ...perth.Address, Locality: 'Perth', PostalCode: '6000' } };
    const price = async (body: object) =>
      jsonOf(await ask('POST', '/api/consignments/quote', { body })).data.total;
    const standard = await price(aramexConsignment(''));
    assert.equal(await price({ ...aramexConsignment(''), From }), standard);
    assert.notEqual(await price({ ...aramexConsignment(''), ConTypeId: 5, From }), standard);
  });

  test('rejects a street that is not on the map, also for a price', async () => {
    const { To, ...others } = aramexConsignment('');
    const Address = { ...To.Address, StreetAddress: 'To be advised' };
    const body = { ...others, To: { ...To, Address } };
    const refused = await ask('POST', '/api/consignments/quote', { body });
    assert.equal(jsonOf(refused).errors[0].code, 'INVALID_ADDRESS');
  });

  test('lists services with their items', async () => {
    const [service] = jsonOf(await ask('GET', '/api/consignment-services')).data;
    assert.deepEqual(Object.keys(service), ['Code', 'Name', 'Description', 'ChargeLevel', 'Items']);
    assert.deepEqual(
      service.Items.map(({ Code }: { Code: string }) => Code),
      ['ATL', 'SGR'],
    );
  });
});
