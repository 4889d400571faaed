// An address of a member's own program that receives webhooks. Secrets follow the Standard Webhooks specification.
import type { MemberId } from '../members/member.ts';
import type { Issue } from '../refusal.ts';
import { dayMs } from '../time/durations.ts';
import type { AddressFault } from './address-fault.ts';
import type { WebhookEventType } from './webhook-event.ts';

export type WebhookEndpointId = number & { readonly brand: 'WebhookEndpointId' };

export const webhookEndpointId = (id: number): WebhookEndpointId => id as WebhookEndpointId;

export type WebhookEndpoint = {
  id: WebhookEndpointId;
  memberId: MemberId;
  url: string;
  description: string;
  /** Empty: all, also those of later versions. */
  events: readonly WebhookEventType[];
  isEnabled: boolean;
  /** When it was switched off because nothing had arrived for days; undefined if it was not. */
  switchedOffAtMs: number | undefined;
  /** Since when every delivery has failed; undefined if the last one arrived. */
  failingSinceMs: number | undefined;
  /** Until when the previous secret signs too. */
  previousUntilMs: number | undefined;
  createdAtMs: number;
  waiting: number;
};

export type WebhookDetails = Pick<WebhookEndpoint, 'url' | 'description' | 'events' | 'isEnabled'>;

/** Each delivery has its own row, so an event costs one write for each. */
export const mostEndpoints = 10;
export const longestWebhookUrl = 500;
export const longestWebhookDescription = 100;
export const secretBytes = 32;
/** How long the previous secret signs too, so that a receiver can change it without a gap. */
export const secretOverlapMs = dayMs;

/** `secretBase64`: with padding, as the specification writes it. */
export const writtenSecret = (secretBase64: string): string => `whsec_${secretBase64}`;

export function isListening(
  { events }: Pick<WebhookEndpoint, 'events'>,
  type: WebhookEventType,
): boolean {
  return events.length === 0 || events.includes(type);
}

export function webhookIssues(
  { url, description }: WebhookDetails,
  fault: AddressFault | undefined,
): Issue[] {
  const issues: Issue[] = [];
  if (url === '') issues.push({ path: ['url'], problem: 'missing' });
  else if (url.length > longestWebhookUrl)
    issues.push({
      path: ['url'],
      problem: 'too_long',
      length: url.length,
      most: longestWebhookUrl,
    });
  else if (fault !== undefined) issues.push({ path: ['url'], problem: 'webhook_address', fault });
  if (description.length > longestWebhookDescription)
    issues.push({
      path: ['description'],
      problem: 'too_long',
      length: description.length,
      most: longestWebhookDescription,
    });
  return issues;
}
