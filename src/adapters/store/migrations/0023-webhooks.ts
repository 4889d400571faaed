// Members' webhooks: endpoints, and the events on their way to them.
import { type Migration, runStatements } from './migration.ts';

export const webhooks: Migration = {
  version: 23,
  name: 'webhooks',
  up: async (db, { idColumn: id, bigType: big }) => {
    await runStatements(
      db,
      `
      create table webhook_endpoints (
        id ${id},
        member_id ${big} not null references members (id),
        url text not null,
        description text not null,
        -- Types with spaces between; empty: all.
        events text not null,
        is_enabled integer not null,
        sealed text not null,
        previous_sealed text,
        previous_until_ms ${big},
        created_at_ms ${big} not null,
        -- Another process has the endpoint until then, or it rests after failures.
        held_until_ms ${big} not null,
        failures integer not null,
        failing_since_ms ${big},
        switched_off_at_ms ${big},
        -- The e-mail about it; null: sent, or not wanted.
        notice_due_at_ms ${big},
        notice_attempts integer not null
      );
      create index webhook_endpoints_of_member on webhook_endpoints (member_id, id);
      create index webhook_endpoints_notices on webhook_endpoints (notice_due_at_ms)
        where notice_due_at_ms is not null;

      create table webhook_deliveries (
        id ${id},
        endpoint_id ${big} not null references webhook_endpoints (id) on delete cascade,
        message_id text not null,
        type text not null,
        subject text not null,
        body text not null,
        status text not null,
        attempts integer not null,
        created_at_ms ${big} not null,
        due_at_ms ${big} not null,
        attempted_at_ms ${big},
        fault text not null,
        detail text not null,
        answer_status integer,
        answer_body text not null,
        took_ms integer not null
      );
      create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at_ms, id)
        where status = 'waiting';
      create index webhook_deliveries_of_subject on webhook_deliveries (endpoint_id, subject, id)
        where status = 'waiting';
      create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id);
      create index webhook_deliveries_of_status on webhook_deliveries (endpoint_id, status, id);
      create index webhook_deliveries_by_age on webhook_deliveries (created_at_ms);
      `,
    );
  },
};
