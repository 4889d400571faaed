// The tables of live carriers. Part of `schema.ts`.
import type { Generated } from 'kysely';

export type CarrierTables = {
  carrier_connections: HouseAccountRow;
  member_carrier_connections: OwnAccountRow;
  sent_consignments: SentConsignmentRow;
  carrier_labels: CarrierLabelRow;
  carrier_calls: CarrierCallRow;
  lodged_manifests: LodgedManifestRow;
  refused_manifests: RefusedManifestRow;
};

type HouseAccountRow = {
  carrier: string;
  sealed: string;
  policy: string;
  connected_at_ms: number;
};

export type OwnAccountRow = {
  member_id: number;
  carrier: string;
  sealed: string;
  connected_at_ms: number;
};

export type SentConsignmentRow = {
  reference: string;
  carrier: string;
  string_id: string;
  booking_id: number;
  state: string;
  connote: string;
  carrier_id: string;
  /** JSON list of texts. */
  pieces: string;
  detail: string;
  manifest_id: string;
  sent_at_ms: number;
  /** Null where the carrier names no price when it books, or nothing was quoted. */
  quoted_cents: number | null;
  booked_cents: number | null;
  /** `differs`, `seen` or empty. */
  price_note: string;
  /** Whose account it was sent with; null: the house's. */
  account_member_id: number | null;
  /** `unknown`: its carrier did not know it when the manifest was lodged. */
  manifest_note: string;
};

/** `account_member_id` is 0 for the house. */
export type LodgedManifestRow = {
  id: Generated<number>;
  carrier: string;
  account_member_id: number;
  manifest_id: string;
  lodged_at_ms: number;
  consignments: number;
  /** Base64. */
  document: string | null;
};

type RefusedManifestRow = {
  carrier: string;
  account_member_id: number;
  since_ms: number;
  reason: string;
};

/** The body is base64. */
type CarrierLabelRow = { reference: string; format: string; body: string; kept_at_ms: number };

export type CarrierCallRow = {
  id: Generated<number>;
  at_ms: number;
  carrier: string;
  operation: string;
  reference: string;
  method: string;
  url: string;
  status: number;
  took_ms: number;
  trouble: string;
  request_id: string;
  sent: string;
  received: string;
  account_member_id: number | null;
};
