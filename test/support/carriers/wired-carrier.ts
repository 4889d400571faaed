// Australia Post's real connector over a scripted network. The carrier's books outlive every process. Unlike a
// scripted carrier, it does not recognise repeated bookings: one that is sent twice creates two consignments.
import { auspost } from '../../../carriers/auspost/connector/auspost.ts';
import { CallLog } from '../../../src/adapters/connectors/call-log.ts';
import { completeAccount } from '../../../src/adapters/connectors/carrier-account.ts';
import { openCarrierBooking } from '../../../src/adapters/connectors/carrier-booking.ts';
import { CarrierConnection } from '../../../src/adapters/connectors/carrier-connection.ts';
import { openSentConsignments } from '../../../src/adapters/connectors/sent-consignments.ts';
import type { Transport, WireReply } from '../../../src/adapters/connectors/transport.ts';
import type {
  CarrierBooking,
  Clock,
  Connections,
  LiveCarrier,
  SentConsignments,
} from '../../../src/application/ports.ts';
import { CarrierTrouble } from '../../../src/domain/connectors/carrier-trouble.ts';
import type { MemberId } from '../../../src/domain/members/member.ts';
import { silentLog, silentMeter } from '../test-logs.ts';
import { answers, scripted } from './scripted-carriers.ts';

export const wireCarrier = 'auspost_regular_eparcel';

/**
 * `_before`: the request is lost on its way. `_after`: the carrier carries it out, and the answer is lost.
 */
export const wireActs = [
  'unsent',
  'reset_before',
  'reset_after',
  'hangs_before',
  'hangs_after',
  'fails_before',
  'fails_after',
  'garbage_after',
  'refuses',
  'busy',
  'no_entry',
] as const;
export type WireAct = 'works' | (typeof wireActs)[number];

export type WireQuestion = 'book' | 'find' | 'cancel';
export type Consignment = { id: string; reference: string; isCancelled: boolean };
/** Runs one step of a process, which may be delayed or die. */
export type Step = <Result>(work: () => Promise<Result>) => Promise<Result>;

export class CarrierBooks {
  readonly consignments: Consignment[] = [];
  readonly requests: WireQuestion[] = [];
  choose: (question: WireQuestion) => WireAct = () => 'works';
  #given = 0;

  /** The booking's consignments that are not cancelled. */
  activeOf(bookingId: number): Consignment[] {
    return this.consignments.filter(
      ({ reference, isCancelled }) =>
        !isCancelled && (reference === String(bookingId) || reference.startsWith(`${bookingId}-`)),
    );
  }

  transport(clock: Clock, step: Step): Transport {
    return {
      close: async () => {},
      send: (request) => {
        const begun = clock.nowMs();
        return step(async () => {
          // A request that waited past its deadline is never sent.
          if (clock.nowMs() - begun > request.deadlineMs)
            throw new CarrierTrouble('timeout', 'no answer in time');
          const question =
            request.method === 'POST' ? 'book' : request.method === 'DELETE' ? 'cancel' : 'find';
          this.requests.push(question);
          return this.#act(this.choose(question), question, request.url, request.body ?? '');
        });
      },
    };
  }

  #act(act: WireAct, question: WireQuestion, url: string, body: string): WireReply {
    const work = (): unknown => this.#work(question, url, body);
    switch (act) {
      case 'works':
        return reply(200, work());
      case 'unsent':
        throw new CarrierTrouble('unreachable', 'ECONNREFUSED', { isUnsent: true });
      case 'reset_before':
        throw new CarrierTrouble('lost', 'ECONNRESET');
      case 'reset_after':
        work();
        throw new CarrierTrouble('lost', 'ECONNRESET');
      case 'hangs_before':
        throw new CarrierTrouble('timeout', 'no answer in time');
      case 'hangs_after':
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
        return question === 'find'
          ? reply(404, {})
          : reply(400, { errors: [{ code: '1', message: 'no driver that day' }] });
      case 'busy':
        return reply(429, {});
      case 'no_entry':
        return reply(401, {});
    }
  }

  #work(question: WireQuestion, url: string, body: string): unknown {
    if (question === 'book') {
      const { shipments } = JSON.parse(body) as { shipments: { shipment_reference: string }[] };
      this.#given += 1;
      const made = {
        id: `AP${this.#given}`,
        reference: shipments[0]?.shipment_reference ?? '',
        isCancelled: false,
      };
      this.consignments.push(made);
      return { shipments: [shown(made)] };
    }
    if (question === 'find') {
      const reference = new URL(url).searchParams.get('sender_reference') ?? '';
      const found = this.consignments.filter((consignment) => consignment.reference === reference);
      return { shipments: found.filter((consignment) => !consignment.isCancelled).map(shown) };
    }
    const id = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
    for (const consignment of this.consignments)
      if (`id ${consignment.id}` === id) consignment.isCancelled = true;
    return {};
  }
}

const shown = ({ id, reference }: Consignment) => ({
  shipment_id: `id ${id}`,
  shipment_reference: reference,
  items: [{ tracking_details: { article_id: id, consignment_id: id } }],
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

/** No test here lodges manifests. */
const noManifests = {
  keep: async () => {},
  keepDocument: async () => {},
  markLeftOut: async () => {},
};

/** One process's connection to the carrier, with its breaker and cache, which end with the process. */
export function wireUp(parts: {
  books: CarrierBooks;
  sent: SentConsignments;
  clock: Clock;
  step: Step;
  /** The account's owner; the house by default. */
  owner?: MemberId | undefined;
}): { carrierBooking: CarrierBooking; cancel: Connections['cancel'] } {
  const { books, sent, clock, step, owner } = parts;
  const calls = new CallLog({ carrierCalls: { add: async () => {} } }, silentLog);
  const connection = new CarrierConnection(auspost, account, {
    transport: books.transport(clock, step),
    calls,
    clock,
    meter: silentMeter,
    random: () => 0,
    wait: async () => {},
    owner,
  });
  const joinPdfs = async () => new Uint8Array();
  const log = silentLog;
  return {
    carrierBooking: openCarrierBooking(connection, wireCarrier, { sent, clock, log, joinPdfs }),
    cancel: openSentConsignments({
      sent,
      manifests: noManifests,
      clock,
      joinPdfs,
      connectionOf: async () => connection,
      connectorOf: () => connection.connector,
    }).cancel,
  };
}

export type WiredCarrier = LiveCarrier & { readonly books: CarrierBooks };

/** The carrier for a service that does not die. Mortal processes call `wireUp` themselves. */
export function wiredCarrier(
  books: CarrierBooks,
  parts: () => { sent: SentConsignments; clock: Clock },
  priceCents = 2_500,
): WiredCarrier {
  const up = () => wireUp({ ...parts(), books, step: (work) => work() });
  return {
    ...scripted(wireCarrier, answers(priceCents)),
    books,
    carrierBooking: {
      book: (request) => up().carrierBooking.book(request),
      find: (request) => up().carrierBooking.find(request),
    },
  };
}

export const isWired = (carrier: LiveCarrier): carrier is WiredCarrier => 'books' in carrier;
