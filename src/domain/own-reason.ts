// Our own reasons, in the place of a gateway's or a carrier's words. They are stored as codes; `src/wording/reasons.ts` has
// their sentences.
export type OwnReason =
  | 'no_answer'
  | 'other_gateway'
  | 'method_unusable'
  | 'account_disconnected'
  | 'own_account_closed'
  | 'switched_off'
  | 'test_money'
  | 'numbers_used_up'
  | 'charged_late'
  | 'hold_expired'
  | 'refund_unconfirmed'
  | 'unmarked'
  | 'cancelled_with_carrier'
  | 'no_manifest_document';
