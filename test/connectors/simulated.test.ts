// Connectors and simulated carriers, written without knowing each other, put together over real connections: what one
// asks the other answers, from a price to a delivery, and a lost answer is found again where the connector can.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connectors } from '../../carriers/connectors.ts';
import { CallLog } from '../../src/adapters/connectors/call-log.ts';
import { accountProblems, completeAccount } from '../../src/adapters/connectors/carrier-account.ts';
import { CarrierLine } from '../../src/adapters/connectors/carrier-line.ts';
import { openTransport, type Transport } from '../../src/adapters/connectors/transport.ts';
import type {
  CarrierConsignment,
  CarrierOperation,
  Connector,
  Conversation,
} from '../../src/application/ports.ts';
import { simulatedAccount } from '../../src/cli/simulated-accounts.ts';
import { CarrierTrouble } from '../../src/domain/connectors/carrier-trouble.ts';
import { createShipment } from '../../src/domain/quotes/shipment.ts';
import { silentLog } from '../support/silence.ts';
import { noonMs, openSimulator, type TestSimulator } from '../support/simulator.ts';
import { order, question } from './story.ts';

const moment = {
  nowMs: noonMs,
  today: '2026-09-16',
  time: '12:00',
  pickupDate: '2026-09-16',
  offsetMinutes: 600,
};

/** Carriers that do not go from Sydney to Melbourne. */
const elsewhere: Readonly<
  Record<string, { suburb: string; postcode: string; state: string; country: string }>
> = {
  dhl_express: { suburb: 'AUCKLAND', postcode: '1010', state: '', country: 'NZ' },
  fedex: { suburb: 'AUCKLAND', postcode: '1010', state: '', country: 'NZ' },
  ups: { suburb: 'AUCKLAND', postcode: '1010', state: '', country: 'NZ' },
  zoom2u: { suburb: 'CHATSWOOD', postcode: '2067', state: 'NSW', country: 'AU' },
};

/** What a connector must live through without booking twice, and how often it happens. */
const bookingFaults = [
  'reset:1',
  'server-error=503:1',
  'rate-limit=1:1',
  'malformed:1',
  'truncated:1',
  'expired-token:1',
  'accepted-but-answer-lost:1',
  'latency=20:1',
];

for (const connector of connectors) describe(connector.carrier, () => suite(connector));

function suite(connector: Connector): void {
  let simulator: TestSimulator;
  let transport: Transport;
  before(async () => {
    simulator = await openSimulator(connector.carrier);
    transport = openTransport();
  });
  after(async () => {
    await transport.close();
    await simulator.close();
  });

  const accountOf = () => {
    const [listed] = simulator.carriers;
    assert.ok(listed);
    const given = simulatedAccount(connector, listed);
    assert.deepEqual(accountProblems(connector, given), []);
    return completeAccount(connector, given);
  };
  const receiver = elsewhere[connector.carrier];
  const asked = () => {
    const usual = question(moment);
    if (receiver === undefined) return usual;
    const { sender, lines } = usual.shipment;
    const shipment = createShipment({
      sender,
      receiver: { ...receiver, type: 'business' },
      items: lines,
    });
    return { ...usual, shipment };
  };
  const ordered = () => {
    if (receiver === undefined) return order(stringId);
    const { booking } = order(stringId);
    return order(stringId, { receiver: { ...booking.receiver, ...receiver } });
  };
  const hold = async <Result>(
    operation: CarrierOperation,
    begin: (account: ReturnType<typeof accountOf>) => Conversation<Result>,
  ): Promise<Result> => {
    const account = accountOf();
    const calls = new CallLog(
      { carrierCalls: { add: async () => {}, list: async () => [], purge: async () => 0 } },
      silentLog,
    );
    const clock = { nowMs: () => noonMs };
    const line = new CarrierLine(connector, account, {
      transport,
      calls,
      clock,
      random: () => 0,
      wait: async () => {},
    });
    return await line.hold({ operation, reference: '4711' }, () => begin(account));
  };
  const [{ stringId } = { stringId: '' }] = connector.services;

  test('the account is accepted', async () => {
    assert.ok((await hold('check', (account) => connector.check(account, moment))).length > 10);
  });

  const { quote, book, find, label, track, manifest, cancel } = connector;
  if (quote !== undefined) {
    test('a price is offered', async () => {
      const offers = await hold('quote', (account) => quote(account, asked()));
      const offer = offers.get(stringId);
      assert.ok(offer && 'priceCents' in offer, JSON.stringify([...offers]));
      assert.ok(offer.priceCents > 500);
    });

    for (const fault of ['reset', 'server-error=500', 'rate-limit=60', 'malformed', 'truncated']) {
      test(`a price that can not be had is trouble that is understood: ${fault}`, async () => {
        await simulator.control('POST', '/reset');
        await simulator.fault(`${connector.carrier}:quote:${fault}`);
        await assert.rejects(
          hold('quote', (account) => quote(account, asked())),
          (error) => error instanceof CarrierTrouble,
        );
        await simulator.control('POST', '/reset');
      });
    }
  }

  if (book !== undefined) {
    const booked = async (): Promise<CarrierConsignment> => {
      const answer = await hold('book', (account) => book(account, ordered()));
      assert.ok('booked' in answer, JSON.stringify(answer));
      return { ...answer.booked, reference: '4711', stringId };
    };

    test('a booking is made, labelled, manifested and followed to its delivery', async () => {
      const consignment = await booked();
      assert.notEqual(consignment.connote, '');
      if (label !== undefined) {
        const answer = await hold('label', (account) => label(account, consignment, 'pdf'));
        for (const { bytes } of 'bytes' in answer ? [answer] : answer)
          assert.equal(Buffer.from(bytes.subarray(0, 5)).toString(), '%PDF-');
      }
      if (manifest !== undefined) {
        const made = await hold('manifest', (account) => manifest(account, [consignment], 'LH-1'));
        assert.notEqual(made.manifestId, '');
      }
      if (track !== undefined) {
        await simulator.advance(700);
        const scans = await hold('track', (account) => track(account, consignment));
        assert.ok(scans.length > 0);
      }
    });

    test('a booking is taken back', async () => {
      const consignment = await booked();
      if (cancel !== undefined) {
        assert.equal(await hold('cancel', (account) => cancel(account, consignment)), 'cancelled');
      }
    });

    for (const fault of bookingFaults) {
      test(`never two consignments of one booking: ${fault}`, async () => {
        await simulator.control('POST', '/reset');
        await simulator.fault(`${connector.carrier}:book:${fault}`);
        const outcome = await booked().catch((error: unknown) => error);
        assert.ok(
          !(outcome instanceof Error) || outcome instanceof CarrierTrouble,
          String(outcome),
        );
        const kept = simulator.simulation.find(connector.carrier)?.desk.shipments.all() ?? [];
        assert.ok(kept.length <= 1, `${kept.length} consignments`);
        assert.ok(outcome instanceof Error || kept.length === 1);
      });
    }

    test('an answer that was lost is not asked for twice, and is found by our reference', async () => {
      await simulator.control('POST', '/reset');
      await simulator.fault(`${connector.carrier}:book:accepted-but-answer-lost:1`);
      await assert.rejects(booked());
      const kept = simulator.simulation.find(connector.carrier)?.desk.shipments.all() ?? [];
      assert.equal(kept.length, 1);
      if (find !== undefined) {
        const found = await hold('find', (account) => find(account, ordered()));
        assert.ok(typeof found === 'object', String(found));
        assert.equal(found.booked.connote, kept[0]?.number);
      }
    });
  }
}
