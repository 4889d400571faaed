// Builds orders for tests.
import type { NewOrder } from '../../../src/application/ports.ts';
import { memberId } from '../../../src/domain/members/member.ts';
import { blankDetails } from '../../../src/domain/orders/order.ts';

export function anOrder(change: Partial<NewOrder> = {}): NewOrder {
  return {
    memberId: memberId(0),
    keyId: undefined,
    number: '321',
    importedFrom: 'Woocommerce',
    status: 'pending',
    bookingId: undefined,
    selectedCarrier: undefined,
    importedAtMs: 1_794_700_000_000,
    updatedAtMs: 1_794_700_000_000,
    ...change,
    details: {
      ...blankDetails,
      purchasedTime: '2026-11-15 09:00:00',
      saleCents: 1250,
      buyerName: 'Jane Doe',
      buyerEmail: 'j@example.com',
      ...change.details,
    },
  };
}
