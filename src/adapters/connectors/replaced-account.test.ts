// A booking's answer was lost, and its account was replaced before we could ask the carrier about it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auspost } from '../../../carriers/auspost/connector/auspost.ts';
import { order } from '../../../test/connectors/story.ts';
import { silentLog, silentMeter } from '../../../test/support/test-logs.ts';
import type { SentConsignment, SentConsignments } from '../../application/ports.ts';
import { memberId } from '../../domain/members/member.ts';
import { CallLog } from './call-log.ts';
import { completeAccount } from './carrier-account.ts';
import { openCarrierBooking } from './carrier-booking.ts';
import { CarrierConnection } from './carrier-connection.ts';

const sentAtMs = 1_800_000_000_000;
const longAfterMs = sentAtMs + 60 * 60_000;
const jane = memberId(1);
const request = order('auspost_regular_eparcel');
const { reference, booking } = request;
const given = { api_key: 'key-2', password: 'pass-2', account_number: '9876543210' };

const record: SentConsignment = {
  reference,
  carrier: 'auspost',
  stringId: 'auspost_regular_eparcel',
  bookingId: booking.id,
  state: 'sending',
  connote: '',
  carrierId: '',
  pieces: [],
  detail: '',
  manifestId: '',
  sentAtMs,
  quotedCents: undefined,
  bookedCents: undefined,
  memberId: jane,
};

/** Looks the consignment up with an account, connected at this time, that does not have it. */
async function findWith(connectedAtMs: number): Promise<{ outcome: string; forgotten: string[] }> {
  const clock = { nowMs: () => longAfterMs };
  const forgotten: string[] = [];
  const sent: Partial<SentConsignments> = {
    find: async () => record,
    forget: async (one) => void forgotten.push(one),
  };
  const connection = new CarrierConnection(auspost, completeAccount(auspost, given), {
    transport: {
      close: async () => {},
      send: async () => ({
        status: 200,
        contentType: 'application/json',
        retryAfter: '',
        bytes: new TextEncoder().encode('{"shipments":[]}'),
      }),
    },
    calls: new CallLog({ carrierCalls: { add: async () => {} } }, silentLog),
    clock,
    meter: silentMeter,
    random: () => 0,
    wait: async () => {},
    owner: jane,
    connectedAtMs,
  });
  const carrierBooking = openCarrierBooking(connection, 'auspost_regular_eparcel', {
    sent: sent as SentConsignments,
    clock,
    log: silentLog,
    joinPdfs: async () => new Uint8Array(),
  });
  return { outcome: (await carrierBooking.find(request)).outcome, forgotten };
}

test('sends a consignment again when its account does not have it', async () => {
  assert.deepEqual(await findWith(sentAtMs - 1), { outcome: 'absent', forgotten: [reference] });
});

test('does not send a consignment again when the account was connected after it was sent', async () => {
  assert.deepEqual(await findWith(sentAtMs + 1), { outcome: 'unknown', forgotten: [] });
});
