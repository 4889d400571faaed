// Connects a connector to its simulated carrier over a real connection, for every operation.
import assert from 'node:assert/strict';
import { CallLog } from '../../src/adapters/connectors/call-log.ts';
import { accountProblems, completeAccount } from '../../src/adapters/connectors/carrier-account.ts';
import { CarrierConnection } from '../../src/adapters/connectors/carrier-connection.ts';
import { openTransport, type Transport } from '../../src/adapters/connectors/transport.ts';
import {
  type CarrierAccount,
  type CarrierConsignment,
  type CarrierOperation,
  type Connector,
  type Conversation,
  capabilitiesOf,
} from '../../src/application/ports.ts';
import { formatConnote } from '../../src/domain/bookings/connote.ts';
import { trackedNumbers } from '../../src/domain/connectors/tracked-numbers.ts';
import { createShipment } from '../../src/domain/quotes/shipment.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { noonMs, openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { silentLog, silentMeter } from '../support/test-logs.ts';
import { manifestWithDocument, order, question } from './story.ts';

const moment = {
  nowMs: noonMs,
  today: '2026-09-16',
  time: '12:00',
  pickupDate: '2026-09-16',
  offsetMinutes: 600,
};
const auckland = { suburb: 'AUCKLAND', postcode: '1010', state: '', country: 'NZ' };

const type = 'business' as const;
const contact = {
  name: 'Mel Okafor',
  street: '216 Flinders Lane',
  phone: '0400 000 000',
  email: 'mel@example.org',
};

/** Destinations for carriers that do not serve Sydney to Melbourne. */
const elsewhere: Readonly<Record<string, typeof auckland>> = {
  dhl_express: auckland,
  fedex: auckland,
  ups: auckland,
  doordash_drive: { suburb: 'CHATSWOOD', postcode: '2067', state: 'NSW', country: 'AU' },
  uber_direct: { suburb: 'CHATSWOOD', postcode: '2067', state: 'NSW', country: 'AU' },
  zoom2u: { suburb: 'CHATSWOOD', postcode: '2067', state: 'NSW', country: 'AU' },
};

/** Connotes of carriers that take no bookings, as if their consignments were sent on paper. */
const paperConnotes: Readonly<Record<string, string>> = {
  border_express: 'SMPB00000001',
  hi_trans: 'HT00000001',
};

type SimulatedAnswer = { request: string; status: number; text: string };

export type SimulatedConnection = {
  simulator: TestSimulator;
  /** All requests and answers so far; request paths are relative to the carrier's address. */
  answers: readonly SimulatedAnswer[];
  stringId: string;
  /** The shipments that the simulated carrier has stored. */
  kept(): readonly { number: string }[];
  /** The connector's operations, those without a consignment first. */
  operations: readonly CarrierOperation[];
  /** Runs an operation, with a consignment if it needs one. */
  perform(
    operation: CarrierOperation,
    consignment: CarrierConsignment | undefined,
    signal?: AbortSignal,
  ): Promise<unknown>;
  /** Creates a consignment at the carrier; undefined if the carrier takes none. */
  consignment(): Promise<CarrierConsignment | undefined>;
  close(): Promise<void>;
};

export async function openSimulatedConnection(connector: Connector): Promise<SimulatedConnection> {
  const simulator = await openSimulator(connector.carrier);
  const open = openTransport();
  const answers: SimulatedAnswer[] = [];
  const transport: Transport = {
    ...open,
    send: async (request, signal) => {
      const reply = await open.send(request, signal);
      const path = request.url.replace(account.base_url ?? '', '');
      const text = new TextDecoder().decode(reply.bytes);
      answers.push({ request: `${request.method} ${path}`, status: reply.status, text });
      return reply;
    },
  };
  const [listed] = simulator.carriers;
  assert.ok(listed);
  const given = simulatedAccount(connector, listed);
  assert.deepEqual(accountProblems(connector, given, 'operator'), []);
  const account = completeAccount(connector, given);
  const [{ stringId } = { stringId: '' }] = connector.services;
  const receiver = elsewhere[connector.carrier];

  const questionHere = () => {
    const usual = question(moment);
    const { sender, lines: items } = usual.shipment;
    const to = receiver === undefined ? usual.shipment.receiver : { ...receiver, type };
    const ends = { sender: { ...sender, contact }, receiver: { ...to, contact } };
    return { ...usual, shipment: createShipment({ ...ends, items }) };
  };
  const ordered = () => {
    if (receiver === undefined) return order(stringId);
    const { booking } = order(stringId);
    return order(stringId, { receiver: { ...booking.receiver, ...receiver } });
  };
  let booked = 0;
  /** Each booking has the next numbers of the account's ranges. */
  const numbered = (known: CarrierAccount) => {
    const allotted = connector.allottedNumbers?.(known);
    if (allotted === undefined) return ordered();
    const { connotes, pieces } = allotted;
    booked += 1;
    return {
      ...ordered(),
      numbers: {
        connote: formatConnote(connotes, connotes.start + booked),
        pieces: [0, 1].map((n) => formatConnote(pieces, pieces.start + 2 * booked + n)),
      },
    };
  };
  const begin = (
    operation: CarrierOperation,
    of: CarrierConsignment | undefined,
    known: CarrierAccount,
  ): Conversation<unknown> | undefined => {
    const about = (): CarrierConsignment => of ?? assert.fail(`${operation} needs a consignment`);
    switch (operation) {
      case 'check':
        return connector.check(known, moment);
      case 'quote':
        return connector.quote?.(known, questionHere());
      case 'book':
        return connector.book?.(known, numbered(known), moment.nowMs);
      case 'pickup':
        return connector.pickup?.(known, ordered(), about().connote, moment.nowMs);
      case 'find':
        return connector.find?.(known, ordered());
      case 'cancel':
        return connector.cancel?.(known, about());
      case 'label':
        return connector.label?.(known, about(), 'pdf');
      case 'manifest':
        return manifestWithDocument(connector, known, about(), ordered(), moment.nowMs);
      case 'track':
        return connector.track?.(known, about(), trackedNumbers(about(), connector));
    }
  };
  const perform: SimulatedConnection['perform'] = async (operation, of, signal) => {
    const calls = new CallLog({ carrierCalls: { add: async () => {} } }, silentLog);
    // Open a new connection each time, so that no breaker of an earlier fault interferes.
    const connection = new CarrierConnection(connector, account, {
      transport,
      calls,
      clock: { nowMs: () => noonMs },
      meter: silentMeter,
      random: () => 0,
      wait: async () => {},
    });
    return await connection.converse(
      { operation, reference: '4711', signal },
      () => begin(operation, of, account) ?? assert.fail(`no ${operation}`),
    );
  };
  return {
    simulator,
    answers,
    stringId,
    perform,
    operations: capabilitiesOf(connector),
    kept: () => simulator.simulation.find(connector.carrier)?.desk.shipments.all() ?? [],
    consignment: async () => {
      const number = paperConnotes[connector.carrier];
      const none = { reference: '4711', stringId, carrierId: '', pieces: [] };
      if (number !== undefined) return { ...none, connote: number };
      if (connector.book === undefined) return undefined;
      const answer = await perform('book', undefined);
      assert.ok(typeof answer === 'object' && answer !== null && 'booked' in answer);
      return { ...none, ...(answer.booked as CarrierConsignment) };
    },
    close: async () => {
      await open.close();
      await simulator.close();
    },
  };
}
