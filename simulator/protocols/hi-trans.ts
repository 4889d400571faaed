// Hi-Trans: the status of one consignment, with Basic credentials. Consignments reach the carrier on paper or by
// file, so the simulator creates one with the account's prefix at the first request for it. Only a few status numbers
// are published; the others here are invented.
import { clockText } from '../../src/domain/time/timestamp.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { admitBasic } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import { type Notice, type Protocol, row } from '../protocol.ts';
import type { Shipment } from '../shipments.ts';
import { findHandedIn } from './handed-in.ts';

const credentials = {
  username: 'sim-hitrans',
  token: 'sim-hitrans-token',
  webhookKey: 'sim-hitrans-webhook-key',
};
/** The connotes of the sample card. */
const numberShape = /^HT\d{4,10}$/;

const statuses: Readonly<Record<TrackingStage, readonly [number, string]>> = {
  pending: [7, 'Awaiting Pickup Allocation'],
  picked_up: [21, 'Departed Sender'],
  in_transit: [35, 'Manifested - Pending Arrival'],
  out_for_delivery: [49, 'Delivery Allocated'],
  delivered: [56, 'Departed Receiver'],
  futile: [57, 'Futile Delivery'],
  check_address: [57, 'Futile Delivery'],
  damaged: [57, 'Futile Delivery'],
};

export const hiTrans: Simulated = { carrier: 'hi_trans', name: 'Hi-Trans Express', open };

function open(desk: Desk): Protocol {
  return {
    basePath: '',
    credentials,
    routes: [row('GET', '/ws/rest/freight/status/:number', 'track', (call) => status(desk, call))],
    authenticate: (call) => admitBasic(call, credentials.username, credentials.token),
    refuse: ({ status: code, sentence }) => json({ message: sentence }, code),
    notice: (shipment) => notice(desk, shipment),
  };
}

function status(desk: Desk, { params }: Call): Answer {
  const shipment = findHandedIn(desk, params.number ?? '', numberShape);
  if (shipment === undefined)
    return json({ message: `Consignment ${params.number} not found` }, 404);
  const [StatusID, ConsignmentStatus] = statuses[desk.stageOf(shipment)];
  return json({
    ConsignmentID: Number(shipment.number.slice(2)),
    ConsignmentNo: shipment.number,
    DespatchDateTime: clockText(shipment.createdAtMs, 'Australia/Sydney'),
    ConsignmentStatus,
    StatusID,
  });
}

/** Webhooks carry no proof: the customer puts a key into their address. */
function notice(desk: Desk, shipment: Shipment): Notice {
  const [statusID] = statuses[desk.stageOf(shipment)];
  const [date = '', time = ''] = clockText(desk.nowMs(), 'Australia/Sydney').split(' ');
  const consignment = {
    consignmentNo: shipment.number,
    eventDateTime: `${date.split('-').toReversed().join('-')}T${time}`,
    statusID: String(statusID),
  };
  return { headers: {}, body: JSON.stringify({ consignment }) };
}
