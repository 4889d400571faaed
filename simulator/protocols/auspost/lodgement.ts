// Labels and orders. A label becomes available on the first poll, or at once if the customer waits for it; its file
// has an unguessable address.
import { dollars } from '../../../src/domain/money.ts';
import { isTrueAt, listAt, missing, textAt } from '../../body.ts';
import type { Desk } from '../../desk.ts';
import { type Answer, type Call, file, json } from '../../exchange.ts';
import { drawPdf, drawZpl, labelSheets } from '../../paper.ts';
import type { Shipment } from '../../shipments.ts';
import type { Account } from './account.ts';
import { missingField, refuse, shipmentNotFound } from './problem.ts';
import { momentText, presentShipment, takeShipments } from './shipping.ts';

type LabelRequest = {
  readonly id: string;
  readonly format: string;
  readonly shipments: Shipment[];
};

/** Limit of stored label requests. */
const mostRequests = 5_000;

export class Lodgement {
  readonly #desk: Desk;
  readonly #account: Account;
  readonly #labels = new Map<string, LabelRequest>();

  constructor(desk: Desk, account: Account) {
    this.#desk = desk;
    this.#account = account;
  }

  createLabels(call: Call): Answer {
    const found = this.#named(call);
    if ('status' in found) return found;
    const [wanted] = listAt(call.body, 'preferences');
    if (wanted === undefined) return refuse([missingField('preferences')]);
    const gone = missing(wanted, ['groups.0.group', 'groups.0.layout']);
    if (gone.length > 0) return refuse(gone.map((path) => missingField(`preferences[0].${path}`)));
    const id = this.#desk.random.text(32);
    const format = textAt(wanted, 'format') === 'ZPL' ? 'ZPL' : 'PDF';
    this.#labels.set(id, { id, format, shipments: found.shipments });
    const [oldest] = this.#labels.keys();
    if (this.#labels.size > mostRequests && oldest !== undefined) this.#labels.delete(oldest);
    return json({ labels: [this.#present(id, isTrueAt(call.body, 'wait_for_label_url'), call)] });
  }

  readLabel(call: Call): Answer {
    const id = call.params.id ?? '';
    if (!this.#labels.has(id)) {
      const message = `The label request ${id} could not be found.`;
      return refuse([{ code: '44020', name: 'LABEL_NOT_FOUND_ERROR', message }], 404);
    }
    return json({ labels: [this.#present(id, true, call)] });
  }

  #present(id: string, isMade: boolean, call: Call) {
    const request = this.#labels.get(id);
    return {
      request_id: id,
      status: isMade ? 'AVAILABLE' : 'PENDING',
      request_date: momentText(this.#desk.nowMs()),
      ...(isMade ? { url: `${call.baseUrl}/label-files/${id}` } : {}),
      shipments: request?.shipments.map((one) => ({ shipment_id: one.id })) ?? [],
      shipment_ids: request?.shipments.map((one) => one.id) ?? [],
    };
  }

  labelFile(call: Call): Answer {
    const request = this.#labels.get(call.params.id ?? '');
    if (request === undefined) return refuse([], 404);
    const { carrierName } = this.#account;
    const sheets = request.shipments.flatMap((one) => labelSheets(carrierName, one));
    return request.format === 'ZPL'
      ? file('application/zpl', drawZpl(sheets))
      : file('application/pdf', drawPdf(sheets));
  }

  /** PUT lodges shipments that exist; POST creates them too. */
  createOrder(call: Call): Answer {
    const found =
      call.method === 'PUT' ? this.#named(call) : takeShipments(this.#desk, this.#account, call);
    if ('status' in found) return found;
    if ('problems' in found) return refuse(found.problems);
    const lodged = found.shipments.find(({ orderId }) => orderId !== undefined);
    if (lodged !== undefined) {
      const message = `The shipment ${lodged.id} is in the order ${lodged.orderId} already.`;
      return refuse([{ code: '44016', name: 'SHIPMENT_ALREADY_LODGED_ERROR', message }]);
    }
    const orderId = `AP${String(this.#desk.shipments.nextSerial()).padStart(10, '0')}`;
    for (const shipment of found.shipments) shipment.orderId = orderId;
    return json({ order: this.#presentOrder(orderId, textAt(call.body, 'order_reference')) }, 201);
  }

  #inOrder(orderId: string): Shipment[] {
    return this.#desk.shipments.all().filter((one) => one.orderId === orderId);
  }

  #presentOrder(orderId: string, reference: string) {
    const shipments = this.#inOrder(orderId);
    const total = shipments.reduce((sum, { priceCents }) => sum + priceCents, 0);
    return {
      order_id: orderId,
      order_reference: reference,
      order_creation_date: momentText(this.#desk.nowMs()),
      payment_method: 'CHARGE_TO_ACCOUNT',
      order_summary: {
        total_cost: dollars(total),
        status: 'Initiated',
        number_of_shipments: shipments.length,
        number_of_items: shipments.reduce((sum, { articles }) => sum + articles.length, 0),
      },
      shipments: shipments.map((one) => presentShipment(this.#desk, one)),
    };
  }

  orderSummary(call: Call): Answer {
    const orderId = call.params.order ?? '';
    const shipments = this.#inOrder(orderId);
    if (shipments.length === 0) {
      const message = `The order ${orderId} could not be found.`;
      return refuse([{ code: '44026', name: 'ORDER_NOT_FOUND', message }], 404);
    }
    const lines = shipments.map(({ number, articles }) => `${number}: ${articles.length} articles`);
    const title = `${this.#account.carrierName} ORDER SUMMARY (SIMULATED)`;
    return file(
      'application/pdf',
      drawPdf([{ code: orderId, lines: [title, ...lines.slice(0, 12)] }]),
    );
  }

  #named(call: Call): { shipments: Shipment[] } | Answer {
    const ids = listAt(call.body, 'shipments').map((one) => textAt(one, 'shipment_id'));
    if (ids.length === 0) return refuse([missingField('shipments')]);
    const found = ids.map((id) => this.#desk.shipments.find(id));
    const gone = ids.filter((_, n) => found[n] === undefined);
    if (gone.length > 0) return refuse(gone.map(shipmentNotFound), 404);
    return { shipments: found.filter((one) => one !== undefined) };
  }
}
