// Tests of the simulated DHL Express, FedEx and UPS as a customer's client calls them.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  dhlPickup,
  dhlRates,
  dhlShipment,
  fedexPickup,
  fedexRates,
  fedexShipment,
  upsPickup,
  upsRates,
  upsShipment,
} from '../../test/support/carriers/export-requests.ts';
import { samples } from '../../test/support/carriers/simulated-requests.ts';
import {
  type Ask,
  assertPdf,
  basic,
  jsonOf,
  openSimulator,
  type TestSimulator,
} from '../../test/support/carriers/simulator.ts';

describe('international carriers', () => {
  let simulator: TestSimulator;
  before(async () => {
    simulator = await openSimulator('dhl_express', 'fedex', 'ups');
  });
  after(() => simulator.close());
  beforeEach(() => simulator.control('POST', '/reset'));

  /** Signs in for each test, because these tests move the clock and tokens expire. */
  const signed = async (carrier: string, more: Record<string, string> = {}): Promise<Ask> => {
    const sample = samples.find((one) => one.carrier === carrier) ?? assert.fail();
    const headers = await sample.sign(simulator.client(carrier));
    return simulator.client(carrier, { ...headers, ...more });
  };

  describe('DHL Express', () => {
    let ask: Ask;
    before(() => {
      ask = simulator.client('dhl_express', basic('sim-dhl', 'sim-dhl-password'));
    });
    const book = async (reference: string) => {
      const answer = await ask('POST', '/shipments', { body: dhlShipment(reference) });
      assert.equal(answer.status, 201, answer.text);
      return jsonOf(answer);
    };

    test('rates name the product, its price and its arrival', async () => {
      const [product] = jsonOf(await ask('POST', '/rates', { body: dhlRates })).products;
      assert.equal(product.productCode, 'P');
      // The sample card's worked example to Auckland.
      assert.deepEqual(product.totalPrice, [
        { currencyType: 'BILLC', priceCurrency: 'AUD', price: 73.44 },
      ]);
      assert.deepEqual(product.weight, {
        volumetric: 1.8,
        provided: 2,
        unitOfMeasurement: 'metric',
      });
      assert.equal(product.pickupCapabilities.localCutoffDateAndTime, '2026-09-16T15:00:00');
      assert.equal(product.deliveryCapabilities.totalTransitDays, 2);
    });

    test('lists everything wrong in additional details, with the status as a text', async () => {
      const body = {
        ...dhlRates,
        plannedShippingDateAndTime: '2026-09-16',
        packages: [{ weight: 1 }],
      };
      const refused = await ask('POST', '/rates', { body });
      assert.equal(refused.status, 400);
      assert.equal(jsonOf(refused).status, '400');
      assert.equal(jsonOf(refused).additionalDetails.length, 4);
      const stranger = { ...dhlRates, accounts: [{ typeCode: 'shipper', number: '1' }] };
      assert.match(
        jsonOf(await ask('POST', '/rates', { body: stranger })).detail,
        /account number/,
      );
      const home = {
        ...dhlRates.customerDetails,
        receiverDetails: dhlRates.customerDetails.shipperDetails,
      };
      const domestic = await ask('POST', '/rates', {
        body: { ...dhlRates, customerDetails: home },
      });
      assert.equal(domestic.status, 404);
    });

    test('rejects a shipment without telephones or customs details and names each', async () => {
      const { pickup: _pickup, ...body } = dhlShipment('H0');
      const { exportDeclaration: _declaration, ...content } = body.content;
      const refused = await ask('POST', '/shipments', { body: { ...body, content } });
      assert.equal(refused.status, 422);
      assert.deepEqual(jsonOf(refused).additionalDetails, [
        '#/pickup/isRequested: required key not found',
        '#/content/exportDeclaration/lineItems: required key not found',
      ]);
    });

    test('a shipment returns its label and waybill and is found by our reference', async () => {
      const made = await book('H1');
      assert.match(made.shipmentTrackingNumber, /^\d{10}$/);
      assert.match(made.packages[0].trackingNumber, /^JD\d{18}$/);
      assert.deepEqual(
        made.documents.map(({ typeCode }: { typeCode: string }) => typeCode),
        ['label', 'waybillDoc'],
      );
      for (const { content } of made.documents) assertPdf(Buffer.from(content, 'base64'));
      assert.equal(made.shipmentCharges[0].price, 73.44);
      const found = jsonOf(
        await ask('GET', '/tracking?shipmentReference=H1&shipmentReferenceType=CU'),
      );
      assert.equal(found.shipments[0].shipmentTrackingNumber, made.shipmentTrackingNumber);
      const zpl = { ...dhlShipment('H2'), outputImageProperties: { encodingFormat: 'zpl' } };
      const other = jsonOf(await ask('POST', '/shipments', { body: zpl }));
      assert.match(Buffer.from(other.documents[0].content, 'base64').toString(), /^\^XA/);
    });

    test('tracking shows events with their offset, and proof of delivery at the end', async () => {
      const { shipmentTrackingNumber: number } = await book('H3');
      assert.equal((await ask('GET', `/shipments/${number}/proof-of-delivery`)).status, 404);
      await simulator.advance(700);
      const [shipment] = jsonOf(
        await ask('GET', `/tracking?shipmentTrackingNumber=${number}`),
      ).shipments;
      const codes = shipment.events.map(({ typeCode }: { typeCode: string }) => typeCode);
      assert.deepEqual(codes, ['PL', 'PU', 'DF', 'WC', 'OK']);
      assert.equal(shipment.events[0].GMTOffset, '+00:00');
      const proof = jsonOf(await ask('GET', `/shipments/${number}/proof-of-delivery`));
      assertPdf(Buffer.from(proof.documents[0].content, 'base64'));
      assert.equal((await ask('GET', '/tracking?shipmentTrackingNumber=1')).status, 404);
      assert.equal((await ask('GET', '/tracking')).status, 400);
    });

    test('creates, changes and deletes a pickup', async () => {
      const body = dhlPickup;
      const made = await ask('POST', '/pickups', { body });
      const [id] = jsonOf(made).dispatchConfirmationNumbers;
      assert.equal((await ask('PATCH', `/pickups/${id}`, { body })).status, 200);
      assert.equal((await ask('DELETE', `/pickups/${id}?requestorName=Jo&reason=001`)).status, 200);
      assert.equal((await ask('DELETE', `/pickups/${id}`)).status, 404);
      assert.equal((await ask('POST', '/pickups', { body: {} })).status, 400);
    });

    test('validates an address', async () => {
      const where = (city: string) =>
        `/address-validate?type=delivery&countryCode=AU&postalCode=3000&cityName=${city}`;
      assert.equal((await ask('GET', where('Melbourne'))).status, 200);
      assert.equal((await ask('GET', where('Perth'))).status, 404);
    });
  });

  describe('FedEx', () => {
    let ask: Ask;
    beforeEach(async () => {
      ask = await signed('fedex');
    });
    const book = async (reference: string, packages?: number) => {
      const answer = await ask('POST', '/ship/v1/shipments', {
        body: fedexShipment(reference, packages),
      });
      assert.equal(answer.status, 200, answer.text);
      return jsonOf(answer).output.transactionShipments[0];
    };
    const track = async (trackingNumber: string) => {
      const body = {
        trackingInfo: [{ trackingNumberInfo: { trackingNumber } }],
        includeDetailedScans: true,
      };
      const answer = await ask('POST', '/track/v1/trackingnumbers', { body });
      return jsonOf(answer).output.completeTrackResults[0].trackResults[0];
    };

    test('issues no token for wrong credentials', async () => {
      const text = 'grant_type=client_credentials&client_id=a&client_secret=b';
      const refused = await ask('POST', '/oauth/token', { text });
      assert.equal(refused.status, 401);
      assert.equal(jsonOf(refused).errors[0].code, 'NOT.AUTHORIZED.ERROR');
    });

    test('rates match the sample card, inside output', async () => {
      const { output } = jsonOf(await ask('POST', '/rate/v1/rates/quotes', { body: fedexRates }));
      const [detail] = output.rateReplyDetails;
      assert.equal(detail.serviceType, 'FEDEX_INTERNATIONAL_PRIORITY');
      assert.equal(detail.ratedShipmentDetails[0].totalNetCharge, 65.95);
      assert.match(detail.commit.dateDetail.dayCxsFormat, /^2026-09-18T/);
    });

    test('a wrong account, a missing country and missing packages each have a code', async () => {
      const codeOf = async (body: object) =>
        jsonOf(await ask('POST', '/rate/v1/rates/quotes', { body })).errors[0].code;
      const { requestedShipment } = fedexRates;
      assert.equal(
        await codeOf({ ...fedexRates, accountNumber: { value: '1' } }),
        'ACCOUNT.NUMBER.INVALID',
      );
      assert.equal(
        await codeOf({ ...fedexRates, requestedShipment: { ...requestedShipment, recipient: {} } }),
        'RECIPIENT.COUNTRY.REQUIRED',
      );
      assert.equal(
        await codeOf({
          ...fedexRates,
          requestedShipment: { ...requestedShipment, requestedPackageLineItems: [] },
        }),
        'PACKAGES.REQUIRED',
      );
    });

    test('a shipment has a label and number for each piece and is found by our reference', async () => {
      const made = await book('X1', 2);
      assert.match(made.masterTrackingNumber, /^\d{12}$/);
      assert.equal(made.pieceResponses.length, 2);
      const [document] = made.pieceResponses[1].packageDocuments;
      assertPdf(Buffer.from(document.encodedLabel, 'base64'));
      const body = { referencesInformation: { type: 'CUSTOMER_REFERENCE', value: 'X1' } };
      const found = jsonOf(await ask('POST', '/track/v1/referencenumbers', { body }));
      assert.equal(found.output.completeTrackResults[0].trackingNumber, made.masterTrackingNumber);
    });

    test('refuses an international shipment without a customs declaration', async () => {
      const body = JSON.parse(JSON.stringify(fedexShipment('X9')));
      delete body.requestedShipment.customsClearanceDetail;
      const refused = await ask('POST', '/ship/v1/shipments', { body });
      assert.equal(jsonOf(refused).errors[0].code, 'COMMODITIES.REQUIRED');
    });

    test('tracking lists the latest event first and reports an unknown number separately', async () => {
      const { masterTrackingNumber } = await book('X2');
      await simulator.advance(700);
      ask = await signed('fedex');
      const result = await track(masterTrackingNumber);
      assert.equal(result.latestStatusDetail.code, 'DL');
      assert.equal(result.scanEvents[0].eventType, 'DL');
      assert.equal(result.scanEvents.at(-1).eventType, 'OC');
      assert.equal((await track('1')).error.code, 'TRACKING.TRACKINGNUMBER.NOTFOUND');
    });

    test('cancels a shipment until it is in transit', async () => {
      const { masterTrackingNumber } = await book('X3');
      const cancel = (trackingNumber: string) =>
        ask('PUT', '/ship/v1/shipments/cancel', {
          body: { accountNumber: { value: '990000004' }, trackingNumber },
        });
      assert.equal(jsonOf(await cancel(masterTrackingNumber)).output.cancelledShipment, true);
      assert.equal((await track(masterTrackingNumber)).latestStatusDetail.code, 'CA');
      const second = await book('X4');
      await simulator.advance(200);
      assert.equal((await cancel(second.masterTrackingNumber)).status, 400);
      assert.equal((await cancel('1')).status, 404);
    });

    test('a pickup has a confirmation code', async () => {
      const { output } = jsonOf(await ask('POST', '/pickup/v1/pickups', { body: fedexPickup }));
      assert.match(output.pickupConfirmationCode, /^\d+$/);
      assert.equal(output.location, 'SYDA');
      assert.equal((await ask('POST', '/pickup/v1/pickups', { body: {} })).status, 400);
    });
  });

  describe('UPS', () => {
    let ask: Ask;
    const sign = async (): Promise<void> => {
      ask = await signed('ups', { transid: 'T1', transactionsrc: 'test' });
    };
    beforeEach(sign);
    const book = async (reference: string, packages?: number) => {
      const answer = await ask('POST', '/api/shipments/v2409/ship', {
        body: upsShipment(reference, packages),
      });
      assert.equal(answer.status, 200, answer.text);
      return jsonOf(answer).ShipmentResponse.ShipmentResults;
    };

    test('answers a rate as a text, and a single rated shipment not as a list', async () => {
      const path = '/api/rating/v2409/Shop?additionalinfo=timeintransit';
      const { RatedShipment } = jsonOf(await ask('POST', path, { body: upsRates })).RateResponse;
      assert.equal(RatedShipment.Service.Code, '65');
      assert.deepEqual(RatedShipment.TotalCharges, { CurrencyCode: 'AUD', MonetaryValue: '62.06' });
      const { EstimatedArrival } = RatedShipment.TimeInTransit.ServiceSummary;
      assert.equal(EstimatedArrival.BusinessDaysInTransit, '2');
    });

    test('answers errors in response.errors', async () => {
      const spoil = async (from: string, to: string) => {
        const body = JSON.parse(JSON.stringify(upsRates).replace(from, to));
        return jsonOf(await ask('POST', '/api/rating/v2409/Shop', { body })).response.errors[0]
          .code;
      };
      assert.equal(await spoil('SIM999', 'OTHER'), '111580');
      assert.equal(await spoil('"KGS"', '"LBS"'), '111057');
      assert.equal(await spoil('"Weight":"2"', '"Weight":"0"'), '111031');
    });

    test('answers one package as an object and several as a list, each with its label', async () => {
      const single = await book('U1');
      assert.match(single.ShipmentIdentificationNumber, /^1Z[A-Z0-9]{16}$/);
      const image = Buffer.from(
        single.PackageResults.ShippingLabel.GraphicImage,
        'base64',
      ).toString();
      assert.match(image, /^\^XA/);
      const several = await book('U2', 2);
      assert.equal(several.PackageResults.length, 2);
      assert.notEqual(
        several.PackageResults[0].TrackingNumber,
        several.PackageResults[1].TrackingNumber,
      );
    });

    test('prints a label again, for one package or the whole shipment', async () => {
      const { ShipmentIdentificationNumber: number, PackageResults } = await book('U6', 2);
      const recover = async (TrackingNumber: string, Code = 'PDF') => {
        const LabelSpecification = { LabelImageFormat: { Code } };
        const body = { LabelRecoveryRequest: { LabelSpecification, TrackingNumber } };
        return await ask('POST', '/api/labels/v1/recovery', { body });
      };
      const { LabelResults } = jsonOf(await recover(number)).LabelRecoveryResponse;
      assert.equal(LabelResults.length, 2);
      assertPdf(Buffer.from(LabelResults[1].LabelImage.GraphicImage, 'base64'));
      const label = jsonOf(await recover(PackageResults[1].TrackingNumber)).LabelRecoveryResponse;
      assert.equal(label.LabelResults.TrackingNumber, PackageResults[1].TrackingNumber);
      assert.equal((await recover('1Z0')).status, 404);
      assert.equal((await recover(number, 'GIF')).status, 400);
    });

    test('tracking requires its headers and accepts our reference', async () => {
      const { ShipmentIdentificationNumber: number } = await book('U3');
      const bare = await signed('ups');
      assert.equal((await bare('GET', `/api/track/v1/details/${number}`)).status, 400);
      await simulator.advance(700);
      const tracked = jsonOf(await ask('GET', `/api/track/v1/details/${number}`)).trackResponse
        .shipment[0];
      const [parcel] = tracked.package;
      assert.equal(parcel.currentStatus.type, 'D');
      assert.equal(parcel.activity.length, 5);
      assert.match(parcel.activity[0].date, /^\d{8}$/);
      assert.match(parcel.activity[0].time, /^\d{6}$/);
      const found = jsonOf(await ask('GET', '/api/track/v1/reference/details/U3')).trackResponse;
      assert.equal(found.shipment[0].inquiryNumber, number);
      assert.equal((await ask('GET', '/api/track/v1/details/1Z0')).status, 404);
    });

    test('voids a shipment until it has left', async () => {
      const { ShipmentIdentificationNumber: number } = await book('U4');
      const path = '/api/shipments/v2409/void/cancel';
      const voided = jsonOf(await ask('DELETE', `${path}/${number}`)).VoidShipmentResponse;
      assert.equal(voided.SummaryResult.Status.Description, 'Voided');
      const second = await book('U5');
      await simulator.advance(200);
      assert.equal(
        (await ask('DELETE', `${path}/${second.ShipmentIdentificationNumber}`)).status,
        400,
      );
      assert.equal((await ask('DELETE', `${path}/1Z0`)).status, 404);
    });

    test('a pickup has a number', async () => {
      const made = await ask('POST', '/api/pickupcreation/v2409/pickup', { body: upsPickup });
      assert.match(jsonOf(made).PickupCreationResponse.PRN, /^2929\d{9}$/);
      assert.equal(
        (await ask('POST', '/api/pickupcreation/v2409/pickup', { body: {} })).status,
        400,
      );
    });
  });
});
