// Tests of the simulated Direct Freight Express as a customer's client calls it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  freightConsignment,
  freightHeaders,
} from '../../test/support/carriers/simulated-requests.ts';
import {
  type Ask,
  assertPdf,
  jsonOf,
  openSimulator,
  type TestSimulator,
} from '../../test/support/carriers/simulator.ts';

describe('Direct Freight Express', () => {
  let simulator: TestSimulator;
  let price: Ask;
  let consign: Ask;
  let general: Ask;
  before(async () => {
    simulator = await openSimulator('direct_freight');
    const as = (key: 'pricing' | 'consignment' | 'general') =>
      simulator.client('direct_freight', freightHeaders(key));
    [price, consign, general] = [as('pricing'), as('consignment'), as('general')];
  });
  after(() => simulator.close());
  beforeEach(() => simulator.control('POST', '/reset'));

  const add = async (...list: object[]) =>
    jsonOf(await consign('POST', '/AddConsignment/', { body: { ConsignmentList: list } }));

  const question = {
    SuburbFrom: 'MELBOURNE',
    PostcodeFrom: '3000',
    SuburbTo: 'ALBURY',
    PostcodeTo: '2640',
    ConsignmentLineItems: [
      { RateType: 'ITEM', Items: 5, Kgs: 95, Length: 30, Width: 30, Height: 30 },
    ],
  };

  test('prices match the sample card to the cent, with their parts', async () => {
    const answer = jsonOf(await price('POST', '/GetConsignmentPrice/', { body: question }));
    assert.deepEqual(answer, {
      ResponseCode: '300',
      ResponseMessage: 'Success',
      StandardCharge: 44.4,
      FuelLevy: 17.5,
      FuelLevyCharge: 7.77,
      OnForwardCharge: 0,
      TotalFreightCharge: 52.17,
    });
  });

  test('each kind of operation has its own key, in a header with British spelling', async () => {
    assert.equal((await general('POST', '/GetConsignmentPrice/', { body: question })).status, 401);
    const american = simulator.client('direct_freight', {
      authorization: 'sim-df-pricing-key',
      accountnumber: '99001',
    });
    const refused = await american('POST', '/GetConsignmentPrice/', { body: question });
    assert.equal(refused.status, 401);
    assert.ok(jsonOf(refused).Message);
    const { siteid: _, ...noSite } = freightHeaders('consignment');
    const body = { ConsignmentList: [freightConsignment('D0')] };
    assert.equal(
      (await simulator.client('direct_freight', noSite)('POST', '/AddConsignment', { body }))
        .status,
      401,
    );
  });

  test('answers mistakes with an error code and status 200', async () => {
    const wrong = async (change: object) =>
      jsonOf(await price('POST', '/GetConsignmentPrice/', { body: { ...question, ...change } }));
    assert.match((await wrong({ SuburbTo: 'PERTH' })).ResponseMessage, /PERTH 2640 is not valid/);
    assert.match(
      (await wrong({ ConsignmentLineItems: [{ RateType: 'BOX' }] })).ResponseMessage,
      /RateType/,
    );
    assert.match((await wrong({ SuburbFrom: '' })).ResponseMessage, /SuburbFrom is required/);
  });

  test('accepts or rejects each consignment separately and prints one label file', async () => {
    const bad = { ...freightConsignment('D2'), ConsignmentId: 2, ConsignmentLineItems: [] };
    const answer = await add(freightConsignment('D1'), bad);
    assert.equal(answer.ResponseCode, '400');
    const [first, second] = answer.ConsignmentList;
    assert.equal(first.ResponseCode, '300');
    assert.match(first.Connote, /^990011\d{7}$/);
    assert.ok(first.ConnoteDate && first.SortCode);
    assert.equal(second.ResponseCode, '400');
    assert.equal(second.ConsignmentId, 2);
    assertPdf(Buffer.from(await (await fetch(answer.LabelURL)).arrayBuffer()));
  });

  test('prints labels again, except for an outdated consignment', async () => {
    const { ConsignmentList } = await add(freightConsignment('D3'));
    const [{ Connote }] = ConsignmentList;
    const label = async (...connotes: string[]) => {
      const ConnoteList = connotes.map((one) => ({ Connote: one }));
      const body = { LabelPrintStatus: 'REPRINT', ConnoteList };
      return jsonOf(await general('POST', '/GetConsignmentLabel/', { body }));
    };
    const fine = await label(Connote);
    assert.equal(fine.ResponseCode, '300');
    assertPdf(Buffer.from(fine.LabelPDF, 'base64'));
    const mixed = await label(Connote, '9');
    assert.equal(mixed.ResponseCode, '411');
    assert.equal(mixed.ConnoteList[1].ResponseCode, '410');
  });

  test('cancels a consignment until it is collected', async () => {
    const { ConsignmentList } = await add(freightConsignment('D4'), freightConsignment('D5'));
    const [first, second] = ConsignmentList;
    const cancel = async (Connote: string) => {
      const answer = await general('POST', '/CancelConsignment/', {
        body: { ConnoteList: [{ Connote }] },
      });
      return jsonOf(answer).ConnoteList[0].ResponseCode;
    };
    assert.equal(await cancel(first.Connote), '200');
    await simulator.advance(200);
    assert.equal(await cancel(second.Connote), '421');
    assert.equal(await cancel('9'), '420');
  });

  test('answers 404 for tracking, which is undocumented', async () => {
    const body = { ConnoteList: [{ Connote: '9' }] };
    assert.equal((await general('POST', '/TrackConsignment/', { body })).status, 404);
  });
});
