// Border Express: a token for client credentials, then the statuses of one consignment in a list called `Statuses`,
// with offsets in its times. Errors have a title.
import { timestampWithColon } from '../../src/domain/time/timestamp.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { isClient } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import { whereAt } from '../journey.ts';
import { type Protocol, row, tokenRow } from '../protocol.ts';
import { findHandedIn } from './handed-in.ts';

const client = { id: 'sim-border-client', secret: 'sim-border-secret' };
const tokenSeconds = 3_600;
/** The connotes of the sample card. */
const numberShape = /^SMPB\d{4,10}$/;

const statuses: Readonly<Record<TrackingStage, string>> = {
  pending: 'Despatched',
  picked_up: 'Picked Up',
  in_transit: 'In Transit',
  out_for_delivery: 'On Board',
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
      row('GET', '/api/connotes/:number/Statuses', 'track', (call) => track(desk, call)),
    ],
    authenticate: (call) => desk.tokens.admit(call),
    refuse: ({ status, sentence }) => json({ title: sentence, status }, status),
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
    return json({ title: `Consignment ${params.number} not found`, status: 404 }, 404);
  return json({
    ConsignmentNumber: shipment.number,
    Statuses: desk.passed(shipment).map(({ stage, atMs }) => {
      const { suburb, state, postcode } = whereAt(shipment, stage);
      return {
        Status: statuses[stage],
        DateOccurred: timestampWithColon(atMs, 'Australia/Sydney'),
        Suburb: suburb,
        State: state,
        Postcode: postcode,
      };
    }),
  });
}
