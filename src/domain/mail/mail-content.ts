// What an e-mail is about; `src/wording/mail.ts` writes it.
import type { Cents } from '../money.ts';
import type { MailKind } from '../tracking/notification.ts';

/** News about a shipment. Names and places are "" when unknown. */
export type ShipmentMail = {
  mail: MailKind;
  /** The operator, who sends the e-mail. */
  operator: string;
  connote: string;
  carrierName: string;
  senderName: string;
  receiverName: string;
  from: string;
  to: string;
  pieces: number;
  expectedDate: string | undefined;
  trackingUrl: string;
  isDemo: boolean;
  branding: MailBranding | undefined;
};

/** The sender's own look. Texts are "" when not set. */
export type MailBranding = {
  name: string;
  colour: string;
  message: string;
  contact: string;
  logoUrl: string;
};

/**
 * An e-mail with a link for the owner of an address: to confirm it, to sign in because it has an account already, to
 * set a new password, or to accept an invitation.
 */
export type LinkMail = {
  mail: 'confirm_address' | 'address_taken' | 'set_password' | 'invitation';
  operator: string;
  url: string;
};

/** A monthly invoice is attached. */
export type InvoiceMail = {
  mail: 'monthly_invoice';
  operator: string;
  number: string;
  /** `YYYY-MM` */
  month: string;
  amountCents: Cents;
  dueDay: string;
  url: string;
};

/** A webhook endpoint was switched off. */
export type WebhookMail = {
  mail: 'webhook_off';
  operator: string;
  endpoint: string;
  url: string;
};

export type MailContent = ShipmentMail | LinkMail | InvoiceMail | WebhookMail;

export type Letter = { subject: string; text: string; html: string };
