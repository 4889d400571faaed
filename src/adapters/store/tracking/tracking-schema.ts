// Types of the tracking tables: shipments, their events and their e-mails. Part of `schema.ts`.
import type { Generated } from 'kysely';

export type TrackingTables = {
  shipments: ShipmentRow;
  tracking_events: TrackingEventRow;
  mails: MailRow;
};

type ShipmentRow = {
  booking_id: number;
  member_id: number;
  connote: string;
  /** The connote in the form used for comparison. */
  connote_key: string;
  carrier: string;
  pieces: number;
  is_demo: number;
  notifies_by_email: number;
  begun_at_ms: number;
  expected_date: string | null;
  stage: string;
  poll_at_ms: number | null;
  failed_polls: number;
  is_own_account: number;
};

type TrackingEventRow = {
  booking_id: number;
  digest: string;
  piece: number | null;
  occurred_at_ms: number | null;
  received_at_ms: number;
  given_stage: string | null;
  /** `person` or `carrier`. */
  reported_by: string;
  raw: string;
};

type MailRow = {
  booking_id: number;
  kind: string;
  /** Lets members take turns. */
  member_id: number;
  is_demo: number;
  status: string;
  attempts: number;
  wanted_at_ms: number;
  due_at_ms: number;
  ended_at_ms: Generated<number | null>;
  detail: string;
};
