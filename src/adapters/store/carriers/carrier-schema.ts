// Tables of carrier accounts, consignments and calls. Part of `schema.ts`.
import type { Generated } from 'kysely';

export type CarrierTables = {
  carrier_accounts: CarrierAccountRow;
  carrier_certifications: CarrierCertificationRow;
  sent_consignments: SentConsignmentRow;
  carrier_labels: CarrierLabelRow;
  carrier_calls: CarrierCallRow;
  lodged_manifests: LodgedManifestRow;
  refused_manifests: RefusedManifestRow;
};

/** `account_member_id` is 0 for a house account. */
export type CarrierAccountRow = {
  account_member_id: number;
  carrier: string;
  sealed: string;
  policy: string;
  connected_at_ms: number;
};

/** Of house accounts. */
export type CarrierCertificationRow = {
  carrier: string;
  operation: string;
  outcome: string;
  reason: string;
  at_ms: number;
};

export type SentConsignmentRow = {
  reference: string;
  carrier: string;
  string_id: string;
  booking_id: number;
  state: string;
  connote: string;
  carrier_id: string;
  /** A JSON array of strings. */
  pieces: string;
  detail: string;
  manifest_id: string;
  sent_at_ms: number;
  /** Null when the carrier states no price on booking, or nothing was quoted. */
  quoted_cents: number | null;
  booked_cents: number | null;
  /** `differs`, `seen` or empty. */
  price_note: string;
  /** The owner of the account it was sent with; null for a house account. */
  account_member_id: number | null;
  /** `unknown`: the carrier did not know the consignment when the manifest was lodged. */
  manifest_note: string;
};

/** `account_member_id` is 0 for a house account. */
type LodgedManifestRow = {
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
