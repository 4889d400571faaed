// Border Express: a token for client credentials, then the statuses of one consignment. The carrier publishes where they
// are asked for, not what the answer is called inside: a list of statuses with time and place is the simulator's own.
import { clockText } from '../../src/domain/time/timestamp.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { isClient } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import { whereAt } from '../journey.ts';
import { type Protocol, row, tokenRow } from '../protocol.ts';
import { findHandedIn } from './handed-in.ts';

const client = { id: 'sim-border-client', secret: 'sim-border-secret' };
const tokenSeconds = 3_600;
/** As on the sample card. */
const numberShape = /^SMPB\d{4,10}$/;

const statuses: Readonly<Record<TrackingStage, string>> = {
  pending: 'Consignment manifested',
  picked_up: 'Picked up',
  in_transit: 'Linehaul in transit',
  out_for_delivery: 'Onboard for delivery',
  delivered: 'Delivered',
  futile: 'Card left',
  check_address: 'Incorrect address',
  damaged: 'Damaged',
};

export const borderExpress: Simulated = { carrier: 'border_express', name: 'Border Express', open };

function open(desk: Desk): Protocol {
  return {
    basePath: '',
    credentials: { clientId: client.id, clientSecret: client.secret },
    routes: [
      tokenRow('/token', (call) => token(desk, call)),
      row('GET', '/api/v1/consignments/:number/Statuses', 'track', (call) => track(desk, call)),
    ],
    authenticate: (call) => desk.tokens.admit(call),
    refuse: ({ status, sentence }) => json({ Message: sentence }, status),
  };
}

function token(desk: Desk, call: Call): Answer {
  if (!isClient(call, client)) return json({ error: 'invalid_client' }, 400);
  return json({
    access_token: desk.tokens.issue(tokenSeconds),
    token_type: 'bearer',
    expires_in: tokenSeconds,
  });
}

function track(desk: Desk, { params }: Call): Answer {
  const shipment = findHandedIn(desk, params.number ?? '', numberShape);
  if (shipment === undefined)
    return json({ Message: `Consignment ${params.number} not found` }, 404);
  return json(
    desk.passed(shipment).map(({ stage, atMs }) => ({
      ConsignmentNumber: shipment.number,
      Status: statuses[stage],
      StatusDateTime: clockText(atMs, 'Australia/Sydney').replace(' ', 'T'),
      Location: whereAt(shipment, stage).suburb,
    })),
  );
}
