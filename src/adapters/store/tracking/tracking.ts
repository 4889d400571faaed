// Assembles the tracking part of the store; `store.ts` combines the parts.
import type { TrackingStore } from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import { mailsOver } from '../mail/mails.ts';
import { shipmentsOver } from '../shipments.ts';
import { trackingEventsOver } from './tracking-events.ts';

export function trackingOver(access: Access): TrackingStore {
  return {
    shipments: shipmentsOver(access),
    trackingEvents: trackingEventsOver(access),
    mails: mailsOver(access),
  };
}
