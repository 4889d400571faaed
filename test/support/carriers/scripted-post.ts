// A minimal Australia Post that records shipments with the account of each, and fails when a test sets a fault.
import { drawPdf } from '../../../simulator/paper.ts';
import type { CarrierServer, ReceivedRequest, Reply } from './scripted-carrier-server.ts';

/** A carrier's own label: 4 by 6 inches, in a design that differs from ours. */
export const carriersPdf = new Uint8Array(
  drawPdf([{ code: 'ART1', lines: ['THE CARRIER PRINTED THIS'] }]),
);

type Made = { id: string; article: string; account: string };

const accountOf = (headers: ReceivedRequest['headers']): string =>
  String(headers['account-number']);

export class Post {
  readonly shipments = new Map<string, Made>();
  readonly orders: string[][] = [];
  /** Prices by account number; all other accounts pay the same. */
  readonly dollars = new Map<string, number>();
  faults: Partial<
    Record<'prices' | 'shipments' | 'find' | 'labels' | 'cancel', (answer: Reply) => Reply>
  > = {};
  server: CarrierServer | undefined;

  answer(request: ReceivedRequest): Reply {
    const { method, path } = request;
    if (path.startsWith('/accounts/') && path.endsWith('/summary'))
      return { bytes: carriersPdf, type: 'application/pdf' };
    if (path.startsWith('/accounts/'))
      return { json: { postage_products: [{ product_id: '7D55' }] } };
    if (path === '/prices/shipments') return this.#with('prices', this.#prices(request));
    if (method === 'POST' && path === '/shipments') {
      const reply = this.faults.shipments?.({ json: 'not booked' });
      if (reply !== undefined && typeof reply === 'object' && reply.json !== 'booked') return reply;
      return this.#with('shipments', this.#book(request));
    }
    if (method === 'GET' && path.startsWith('/shipments'))
      return this.#with('find', this.#find(request));
    if (method === 'DELETE') return this.#with('cancel', { json: {} });
    if (path === '/labels')
      return this.#with('labels', {
        json: {
          labels: [{ status: 'AVAILABLE', request_id: 'r', url: `${this.server?.url}/file.pdf` }],
        },
      });
    if (path === '/file.pdf') return { bytes: carriersPdf, type: 'application/pdf' };
    if (path === '/orders') {
      const body = JSON.parse(request.body) as { shipments: { shipment_id: string }[] };
      this.orders.push(body.shipments.map(({ shipment_id }) => shipment_id));
      return { status: 201, json: { order: { order_id: `AP${this.orders.length}` } } };
    }
    if (path.startsWith('/track')) {
      const numbers = path.replace(/.*=/, '').split(',');
      const events = [
        {
          location: 'MELBOURNE VIC',
          description: 'Delivered',
          date: '2026-11-16T14:00:00+11:00',
        },
      ];
      const result = { consignment: { events } };
      return { json: { tracking_results: numbers.map((id) => ({ tracking_id: id, ...result })) } };
    }
    return { status: 404 };
  }

  #with(operation: keyof Post['faults'], answer: Reply): Reply {
    return this.faults[operation]?.(answer) ?? answer;
  }

  #prices({ body, headers }: ReceivedRequest): Reply {
    const { shipments } = JSON.parse(body) as { shipments: { shipment_reference: string }[] };
    return {
      json: {
        shipments: shipments.map((shipment) => ({
          ...shipment,
          items: [],
          shipment_summary: { total_cost: this.dollars.get(accountOf(headers)) ?? 18.4 },
        })),
      },
    };
  }

  #book({ body, headers }: ReceivedRequest): Reply {
    const { shipments } = JSON.parse(body) as { shipments: { shipment_reference: string }[] };
    const reference = shipments[0]?.shipment_reference ?? '';
    const n = this.shipments.size + 1;
    const account = accountOf(headers);
    const made = { id: `ship-${reference}-${n}`, article: `ART${reference}X${n}`, account };
    this.shipments.set(`${reference} ${n}`, made);
    return { status: 201, json: { shipments: [shown(reference, made)] } };
  }

  #find({ path, headers }: ReceivedRequest): Reply {
    const reference = new URL(path, 'http://x').searchParams.get('sender_reference') ?? '';
    const found = [...this.shipments].filter(
      ([name, { account }]) => name.split(' ')[0] === reference && account === accountOf(headers),
    );
    return { json: { shipments: found.map(([, made]) => shown(reference, made)) } };
  }

  of(reference: string): number {
    return [...this.shipments.keys()].filter((name) => name.split(' ')[0] === reference).length;
  }
}

const shown = (reference: string, { id, article }: Made) => ({
  shipment_id: id,
  shipment_reference: reference,
  items: [{ tracking_details: { article_id: article, consignment_id: article } }],
});
