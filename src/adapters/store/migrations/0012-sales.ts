// What the operator's reports need beside a member's: whose carrier account was used, deliveries on time, and claims by
// their day.
import { type Migration, runStatements } from './migration.ts';

export const sales: Migration = {
  version: 12,
  name: 'sales',
  up: (db) => runStatements(db, statements),
};

const statements = `
  -- Booked on the member's own carrier account. Not named like the column of shipments, with which a running process of the
  -- release before may join it.
  alter table bookings add column is_billed_by_carrier integer default 0 not null;
  update bookings set is_billed_by_carrier = 1
    where id in (select booking_id from shipments where is_own_account = 1);

  -- Null until the shipment is delivered, and without a promised day. Earlier deliveries have no record.
  alter table shipments add column is_on_time integer;
  create index shipments_delivered on shipments (begun_at_ms, member_id, carrier, is_on_time, booking_id)
    where is_on_time is not null;

  create index claims_by_day on claims (opened_at_ms);

  drop index bookings_reported;
  -- Holds every column that a report reads, so that sums are calculated from the index alone.
  create index bookings_reported on bookings (
    member_id, is_demo, confirmed_at_ms, carrier, from_region, to_region, status, cost_cents,
    additional_cents, quoted_grams, scanned_grams, carrier_cents, is_billed_by_carrier, id
  ) where confirmed_at_ms is not null;
`;
