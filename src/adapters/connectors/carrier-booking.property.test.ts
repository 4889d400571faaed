// Requests and answers are lost, and processes die at any step: a booking never becomes two consignments, and its
// recorded outcome agrees with the carrier.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { auspost } from '../../../carriers/auspost/connector/auspost.ts';
import { order } from '../../../test/connectors/story.ts';
import { silentLog, silentMeter } from '../../../test/support/test-logs.ts';
import type {
  ConsignmentOutcome,
  SentConsignment,
  SentConsignments,
} from '../../application/ports.ts';
import { bookingId } from '../../domain/bookings/booking.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { CallLog } from './call-log.ts';
import { completeAccount } from './carrier-account.ts';
import { openCarrierBooking } from './carrier-booking.ts';
import { CarrierConnection } from './carrier-connection.ts';
import type { Transport, WireReply } from './transport.ts';

const fates = [
  'works',
  'unsent',
  'lost_before',
  'lost_after',
  'fails_before',
  'fails_after',
  'garbage_after',
  'refuses',
  'busy',
  'no_entry',
  'dies_before',
  'dies_after',
] as const;
type Fate = (typeof fates)[number];

class Died extends Error {}

/** A carrier with its consignments, and a network with a scripted fate for each request. */
class World {
  readonly consignments = new Map<string, string[]>();
  readonly rows = new Map<string, SentConsignment>();
  readonly #fates: Fate[];
  readonly #deaths: boolean[];
  nowMs = 1_800_000_000_000;

  constructor(chosen: readonly Fate[], deaths: readonly boolean[]) {
    this.#fates = [...chosen];
    this.#deaths = [...deaths];
  }

  transport(): Transport {
    return {
      close: async () => {},
      send: async ({ method, url, body }) => {
        const fate = this.#fates.shift() ?? 'works';
        const work = (): unknown => (method === 'POST' ? this.#book(body ?? '') : this.#find(url));
        switch (fate) {
          case 'unsent':
            throw new CarrierTrouble('unreachable', 'ECONNREFUSED', { isUnsent: true });
          case 'lost_before':
            throw new CarrierTrouble('lost', 'reset');
          case 'lost_after':
            work();
            throw new CarrierTrouble('timeout', 'no answer in time');
          case 'fails_before':
            return reply(500, {});
          case 'fails_after':
            work();
            return reply(502, {});
          case 'garbage_after':
            work();
            return reply(200, { nonsense: true });
          case 'refuses':
            return method === 'POST'
              ? reply(400, { errors: [{ code: '1', message: 'no' }] })
              : reply(404, {});
          case 'busy':
            return reply(429, {});
          case 'no_entry':
            return reply(401, {});
          case 'dies_before':
            throw new Died('before');
          case 'dies_after':
            work();
            throw new Died('after');
          case 'works':
            return reply(200, work());
        }
      },
    };
  }

  #book(body: string): unknown {
    const { shipments } = JSON.parse(body) as { shipments: { shipment_reference: string }[] };
    const reference = shipments[0]?.shipment_reference ?? '';
    const made = [
      ...(this.consignments.get(reference) ?? []),
      `C${reference}-${this.consignments.size}`,
    ];
    this.consignments.set(reference, made);
    return { shipments: [shown(reference, made.at(-1) ?? '')] };
  }

  #find(url: string): unknown {
    const reference = new URL(url).searchParams.get('sender_reference') ?? '';
    return {
      shipments: (this.consignments.get(reference) ?? []).map((connote) =>
        shown(reference, connote),
      ),
    };
  }

  /** The stored rows. The process may die before each write. */
  sent(): SentConsignments {
    const { rows } = this;
    const write = (work: () => void): void => {
      if (this.#deaths.shift() === true) throw new Died('at the database');
      work();
    };
    return {
      find: async (reference) => rows.get(reference),
      open: async ({ reference, carrier, stringId, bookingId: id, nowMs }) => {
        const known = rows.get(reference);
        if (known !== undefined) return known;
        write(() =>
          rows.set(reference, {
            reference,
            carrier,
            stringId,
            bookingId: id,
            state: 'sending',
            connote: '',
            carrierId: '',
            pieces: [],
            detail: '',
            manifestId: '',
            sentAtMs: nowMs,
            quotedCents: undefined,
            bookedCents: undefined,
          }),
        );
        return 'ours';
      },
      settle: async (reference, { sentAtMs, ...as }) => {
        const known = rows.get(reference);
        const isOurs = known?.state === 'sending' && known.sentAtMs === sentAtMs;
        write(() => {
          if (isOurs) rows.set(reference, { ...known, ...as });
        });
        return isOurs;
      },
      forget: async (reference, sentAtMs) =>
        write(() => {
          const row = rows.get(reference);
          if (row?.state === 'sending' && row.sentAtMs === sentAtMs) rows.delete(reference);
        }),
      findByConnote: async () => undefined,
      markCancelling: async () => {},
      keepAfterAll: async () => {},
      keepLate: async () => 'orphaned',
      markOrphaned: async () => {},
      closeOrphan: async () => {},
      listOrphaned: async () => [],
      listOtherPrice: async () => [],
      markPriceSeen: async () => false,
      markCancelled: async () => {},
      listCancelling: async () => [],
      listUnmanifestedOwners: async () => [],
      countUnmanifested: async () => new Map(),
      listUnmanifested: async () => [],
      labelFormats: async () => [],
      findLabel: async () => undefined,
      keepLabel: async () => {},
    };
  }
}

const shown = (reference: string, connote: string) => ({
  shipment_id: `id ${connote}`,
  shipment_reference: reference,
  items: [{ tracking_details: { article_id: connote, consignment_id: connote } }],
});

const reply = (status: number, json: unknown): WireReply => ({
  status,
  contentType: 'application/json',
  retryAfter: status === 429 ? '60' : '',
  bytes: new TextEncoder().encode(JSON.stringify(json)),
});

const account = completeAccount(auspost, {
  api_key: 'key-1',
  password: 'pass-1',
  account_number: '1234567890',
});
const request = {
  ...order('auspost_regular_eparcel'),
  booking: { ...order('auspost_regular_eparcel').booking, id: bookingId(4711) },
};

/** A new process with the rows of the earlier ones. */
function carrierBooking(world: World) {
  const calls = new CallLog({ carrierCalls: { add: async () => {} } }, silentLog);
  const clock = { nowMs: () => world.nowMs };
  const connection = new CarrierConnection(auspost, account, {
    transport: world.transport(),
    calls,
    clock,
    meter: silentMeter,
    random: () => 0,
    wait: async () => {},
  });
  return openCarrierBooking(connection, 'auspost_regular_eparcel', {
    sent: world.sent(),
    clock,
    log: silentLog,
    joinPdfs: async () => new Uint8Array(),
  });
}

async function attempt<Outcome>(
  work: () => Promise<Outcome>,
): Promise<Outcome | { outcome: 'unknown' }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Died)) throw error;
    return { outcome: 'unknown' };
  }
}

test('creates one consignment for a booking although answers are lost and processes die', async () => {
  const story = fc.record({
    fates: fc.array(fc.constantFrom(...fates), { maxLength: 12 }),
    deaths: fc.array(fc.boolean(), { maxLength: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(story, async ({ fates: chosen, deaths }) => {
      const world = new World(chosen, deaths);
      let outcome: ConsignmentOutcome | { outcome: 'absent' | 'unknown' } = await attempt(() =>
        carrierBooking(world).book(request),
      );
      // Recovery asks the carrier, and books again only if the carrier certainly has no consignment. The script of
      // faults ends, so recovery succeeds in the end.
      for (
        let looks = 0;
        looks < 30 && (outcome.outcome === 'unknown' || outcome.outcome === 'absent');
        looks += 1
      ) {
        world.nowMs += 3 * 60_000;
        outcome = await attempt(() => carrierBooking(world).find(request));
        if (outcome.outcome === 'absent')
          outcome = await attempt(() => carrierBooking(world).book(request));
        const made = world.consignments.get('4711')?.length ?? 0;
        assert.ok(made <= 1, `${made} consignments`);
      }
      const made = world.consignments.get('4711') ?? [];
      assert.ok(made.length <= 1);
      if (outcome.outcome === 'booked')
        assert.deepEqual(made, ['connote' in outcome ? outcome.connote : '']);
      else {
        assert.equal(
          outcome.outcome,
          'rejected',
          'recovery settles every outcome once the carrier answers',
        );
        assert.deepEqual(made, []);
      }
    }),
    { numRuns: 2_000 },
  );
});
