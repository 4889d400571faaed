// The objects of a Stripe account, with the fields of Stripe's public API reference that the adapter uses.

export type Behaviour =
  | { does: 'accept' }
  /** Accepts the charge as processing, until `settleLater` settles it. */
  | { does: 'process' }
  /** Requires the owner's authentication, even for an off-session charge. */
  | { does: 'ask_owner' }
  | { does: 'decline'; code: string; declineCode?: string };

export type Method = {
  id: string;
  object: 'payment_method';
  type: string;
  customer: string | null;
  [type: string]: unknown;
};
export type Intent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string;
  payment_method: string | null;
  payment_method_types: string[];
  status: string;
  last_payment_error: object | null;
  metadata: Record<string, string>;
  description: string | null;
  client_secret: string;
  cancellation_reason: string | null;
  created: number;
};
export type Refund = {
  id: string;
  object: 'refund';
  amount: number;
  payment_intent: string;
  status: string;
  failure_reason?: string;
  metadata: Record<string, string>;
  created: number;
};
export type Customer = {
  id: string;
  object: 'customer';
  email: string;
  metadata: Record<string, string>;
};
export type Session = {
  id: string;
  object: 'checkout.session';
  mode: 'setup';
  status: 'open' | 'complete' | 'expired';
  customer: string;
  setup_intent: string;
  metadata: Record<string, string>;
  /** The address of its page while it is open. */
  url: string | null;
  success_url: string;
  cancel_url: string;
};
export type Setup = {
  id: string;
  object: 'setup_intent';
  status: string;
  customer: string | null;
  payment_method: string | null;
  mandate: string | null;
  usage: string;
};
