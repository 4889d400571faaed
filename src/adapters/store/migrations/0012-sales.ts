// What the operator's reports need beside a member's: whose carrier account was used, deliveries on time, and claims by
// their day.
import type { Dialect } from '../engine/dialect.ts';
import { type Migration, runStatements } from './migration.ts';

export const sales: Migration = {
  version: 12,
  name: 'sales',
  up: (db, dialect) => runStatements(db, statements(dialect)),
};

const statements = ({ bigType: big }: Dialect): string => `
  -- Booked on the member's own carrier account. Not named like the column of shipments, with which a running process of the
  -- release before may join it.
  alter table bookings add column is_billed_by_carrier integer default 0 not null;
  -- The stored confirmation says so before there is a shipment. JSON escapes quotation marks inside a text.
  update bookings set is_billed_by_carrier = 1 where confirmation like '%"isOwnAccount":true%';

  -- Part of the price and not of the carrier's price. Earlier bookings, whose carrier's price is unknown, have no record.
  alter table bookings add column warranty_cents ${big} default 0 not null;

  -- Null until the shipment is delivered, and without a promised day. Earlier deliveries have no record.
  alter table shipments add column is_on_time integer;

  create index claims_by_day on claims (opened_at_ms, booking_id, claimed_cents);

  drop index bookings_reported;
  -- Holds every column that a report reads, so that sums are calculated from the index alone.
  create index bookings_reported on bookings (
    member_id, is_demo, confirmed_at_ms, carrier, from_region, to_region, status, cost_cents,
    additional_cents, quoted_grams, scanned_grams, carrier_cents, warranty_cents,
    is_billed_by_carrier, id
  ) where confirmed_at_ms is not null;
`;
