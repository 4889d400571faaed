// What the certification of a carrier account does and finds out, as codes with data. Results are stored in this form;
// `src/wording` has the sentences.
import type { ShapeDifference } from './answer-shape.ts';

export type CertifiedOperation =
  | 'check'
  | 'quote'
  | 'book'
  | 'find'
  | 'pickup'
  | 'cancel'
  | 'label'
  | 'manifest'
  | 'track';

/** What a price request is about. */
export type Freight = {
  pieces: readonly { quantity: number; weightGrams: number }[];
  from: string;
  to: string;
};

/** What a step costs or whom it reaches. `cancels`: what is booked is cancelled at the end. */
export type StepWarning =
  | { warning: 'booking_may_cost'; cancels: boolean }
  | { warning: 'driver_may_come' }
  | { warning: 'manifest_may_cost' };

/** `words`: of the carrier or of its connector. */
export type Finding =
  | { finding: 'accepted'; words: string }
  | { finding: 'prices'; prices: readonly { stringId: string; cents: number }[] }
  | { finding: 'no_price'; words: string }
  | { finding: 'no_service' }
  | { finding: 'connote'; connote: string }
  | { finding: 'other_connote'; connote: string; wanted: string }
  | { finding: 'reference_unknown' }
  | { finding: 'not_shown' }
  | { finding: 'label'; format: string; bytes: number }
  | { finding: 'bad_label'; words: string }
  | { finding: 'no_label' }
  | { finding: 'pickup'; number: string }
  | { finding: 'events'; count: number }
  | { finding: 'cancelled' }
  | { finding: 'lodged'; manifest: string }
  | { finding: 'rejected'; words: string }
  | { finding: 'refused'; words: string }
  | { finding: 'failed'; words: string }
  | { finding: 'connector_failed'; words: string }
  | { finding: 'numbers_used_up' }
  | { finding: 'nothing_for_manifest' }
  /** Reasons for skipping a step. */
  | { finding: 'not_confirmed' }
  | { finding: 'interrupted' }
  | { finding: 'no_lane_priced' }
  | { finding: 'no_number_ranges' }
  | { finding: 'nothing_booked' }
  | { finding: 'nothing_to_track' };

/** A consignment that may still be with the carrier: its connote, or our reference if the answer was lost. */
export type LeftConsignment = { connote: string } | { reference: string };

export type CertifyStep = {
  operation: CertifiedOperation;
  /** Undefined if the step is harmless. */
  warning?: StepWarning;
  /** Of a price request. */
  freight?: Freight;
  /** Of a label. */
  format?: 'pdf' | 'zpl';
  /** The subject that it is about, as a position in the plan. */
  subject: number;
};

export type CertifyOutcome = 'ok' | 'failed' | 'skipped';

/** As in `carriers/<carrier>/recordings`. */
export type RecordedExchange = {
  request: string;
  body?: unknown;
  contains?: string[];
  status?: number;
  contentType?: string;
  /** Undefined without a reply; never in a recording. */
  answer?: unknown;
};

/** Without its title and source. */
type NewRecording = {
  exchanges: RecordedExchange[];
  result?: unknown;
  fails?: string;
  [field: string]: unknown;
};

export type Recorded = {
  /** What was sent and received, without secrets and personal data. */
  exchanges: RecordedExchange[];
  /** The result, as the connector read it. */
  outcome: unknown;
  /** Undefined if the redacted answers are read differently, or an answer is missing. */
  recording: NewRecording | undefined;
};

export type StepResult = CertifyStep & {
  outcome: CertifyOutcome;
  reason: Finding;
  /** The reason without the account's values, for a report. */
  publicReason: Finding;
  recorded?: Recorded | undefined;
  /** By exchange; null if no recording has the request. */
  differences: readonly (readonly ShapeDifference[] | null)[];
};

/** One for each operation: failed if a step failed, ok if one succeeded, otherwise skipped. */
export type OperationResult = {
  operation: CertifiedOperation;
  outcome: CertifyOutcome;
  reason: Finding;
};

/** Everything that a report needs. It can be stored as JSON. */
export type CertifyRun = {
  carrier: string;
  /** The host that answered. */
  host: string;
  atMs: number;
  steps: readonly StepResult[];
  operations: readonly OperationResult[];
  left: readonly LeftConsignment[];
};
