// GET /track: at most ten numbers at once. An unknown number is a result with errors, not a failed request.
import type { TrackingStage } from '../../../src/domain/tracking/stage.ts';
import type { Desk } from '../../desk.ts';
import { type Answer, type Call, json } from '../../exchange.ts';
import { whereAt } from '../../journey.ts';
import type { Shipment } from '../../shipments.ts';
import type { Account } from './account.ts';
import { invalidField, missingField, refuse } from './problem.ts';
import { momentText } from './shipping.ts';

const mostNumbers = 10;

/** What an event says, and the status it leads to. */
const words: Readonly<Record<TrackingStage, readonly [string, string]>> = {
  pending: ['Shipping information received by Australia Post', 'Initiated'],
  picked_up: ['Received by Australia Post', 'In transit'],
  in_transit: ['Processed through Australia Post facility', 'In transit'],
  out_for_delivery: ['With Australia Post for delivery today', 'In transit'],
  delivered: ['Delivered', 'Delivered'],
  futile: ['Unsuccessful Delivery', 'Held by courier'],
  check_address: ['Cannot be delivered', 'Cannot be delivered'],
  damaged: ['Article damaged', 'Article damaged'],
};

export function track(desk: Desk, account: Account, call: Call): Answer {
  const ids = (call.query.get('tracking_ids') ?? '').split(',').filter((id) => id !== '');
  if (ids.length === 0) return refuse([missingField('tracking_ids')]);
  if (ids.length > mostNumbers) {
    return refuse([
      invalidField('tracking_ids', `At most ${mostNumbers} numbers are tracked at once.`),
    ]);
  }
  return json({ tracking_results: ids.map((id) => resultOf(desk, account, id)) });
}

function resultOf(desk: Desk, account: Account, id: string) {
  const shipment = desk.shipments.find(id);
  if (shipment === undefined) {
    const errors = [
      { code: 'ESB-10001', name: 'Invalid tracking ID', message: 'Invalid tracking ID' },
    ];
    return { tracking_id: id, errors };
  }
  const events = eventsOf(desk, shipment);
  const [, status] = words[desk.stageOf(shipment)];
  const articles = shipment.articles.filter((article) => article === id || shipment.number === id);
  return {
    tracking_id: id,
    status,
    trackable_items: (articles.length === 0 ? shipment.articles : articles).map((article) => ({
      article_id: article,
      product_type: account.products.find((one) => one.id === shipment.service)?.type ?? '',
      events,
      status,
    })),
    // StarTrack reports the consignment as a whole beside its articles.
    ...(account.needsSuburb ? { consignment: { events, status } } : {}),
  };
}

/** The latest first, as the carrier lists them. */
function eventsOf(desk: Desk, shipment: Shipment) {
  return desk
    .passed(shipment)
    .map(({ stage, atMs }) => {
      const end = whereAt(shipment, stage);
      return {
        location: `${end.suburb.toUpperCase()} ${end.state}`.trim(),
        description: words[stage][0],
        date: momentText(atMs),
      };
    })
    .toReversed();
}
