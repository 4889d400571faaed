// A carrier's webhook only makes us request the status sooner: what the carrier then answers is recorded. A notice that
// arrives twice, late or out of order therefore changes nothing.
import type { App, CarrierNotice } from '../ports.ts';

/** `unknown`: not about a shipment of the house account. */
export type NoticeOutcome = 'forged' | 'unknown' | 'noted';

export async function takeNotice(
  app: App,
  carrier: string,
  notice: CarrierNotice,
): Promise<NoticeOutcome> {
  const reading = app.connections.readNotice(carrier, notice);
  if (reading === 'forged') return 'forged';
  const { connote } = reading;
  if (connote === undefined) return 'unknown';
  const connector = app.connections.connectors.find((one) => one.carrier === carrier);
  const services = new Set(connector?.services.map(({ stringId }) => stringId));
  const { shipments } = app.store;
  const found = (await shipments.listByConnote(connote)).filter(
    (one) => services.has(one.carrier) && !one.isOwnAccount && !one.isDemo,
  );
  await shipments.hastenPolls(
    found.map(({ bookingId }) => bookingId),
    app.clock.nowMs(),
  );
  return found.length === 0 ? 'unknown' : 'noted';
}
