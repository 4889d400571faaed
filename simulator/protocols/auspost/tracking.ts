// GET /track: at most ten numbers. An unknown Australia Post number is a result with errors; StarTrack tracks consignment
// numbers only and refuses the whole request for any other.
import type { TrackingStage } from '../../../src/domain/tracking/stage.ts';
import type { Desk } from '../../desk.ts';
import { type Answer, type Call, json } from '../../exchange.ts';
import { whereAt } from '../../journey.ts';
import type { Shipment } from '../../shipments.ts';
import type { Account } from './account.ts';
import { missingField, type Problem, refuse } from './problem.ts';
import { momentText } from './shipping.ts';

const mostNumbers = 10;

const tooMany = ({ needsSuburb }: Account): Problem =>
  needsSuburb
    ? {
        code: '51102',
        name: 'TOO_MANY_ST_TRACKING_IDS',
        message: 'The request must contain 10 or less StarTrack consignment ids.',
      }
    : {
        code: '51101',
        name: 'TOO_MANY_AP_TRACKING_IDS',
        message:
          'The request must contain 10 or less AP article ids, consignment ids, or barcode ids.',
      };

const unknownAmongSeveral: Problem = {
  code: '51104',
  name: 'INVALID_TRACKING_ID',
  message: 'One or more submitted tracking ids could not be found.',
};

/** The event's description and the status that it leads to. */
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
  if (ids.length > mostNumbers) return refuse([tooMany(account)]);
  if (account.needsSuburb && ids.some((id) => desk.shipments.find(id)?.number !== id))
    return refuse([unknownAmongSeveral]);
  return json({ tracking_results: ids.map((id) => resultOf(desk, account, id)) });
}

function resultOf(desk: Desk, account: Account, id: string) {
  const shipment = desk.shipments.find(id);
  if (shipment === undefined) {
    const errors = [{ code: 'ESB-10001', name: 'Invalid tracking ID' }];
    return { tracking_id: id, errors };
  }
  const events = eventsOf(desk, shipment);
  const [, status] = words[desk.stageOf(shipment)];
  const present = (article: string) => ({
    article_id: article,
    product_type: account.products.find((one) => one.id === shipment.service)?.type ?? '',
    events,
    status,
  });
  if (account.needsSuburb) {
    // StarTrack reports on the consignment as a whole as well as on its articles.
    const trackable_items = shipment.articles.map(present);
    return { tracking_id: id, status, consignment: { events, status }, trackable_items };
  }
  const named = shipment.articles.filter((article) => article === id);
  if (named.length > 0) return { tracking_id: id, status, trackable_items: named.map(present) };
  // A consignment's articles are nested in it.
  const items = shipment.articles.map(present);
  const consignment = { consignment_id: shipment.number, number_of_items: items.length, items };
  return { tracking_id: id, trackable_items: [consignment] };
}

/** The carrier lists the latest event first. */
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
