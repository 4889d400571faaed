// Builds entries of the carrier call log, by default a booking request without an answer.
import type { CarrierCall } from '../../../src/application/ports.ts';

export const aCall = (change: Partial<CarrierCall> = {}): CarrierCall => ({
  atMs: 1_794_700_000_000,
  requestId: 'r-1',
  carrier: 'auspost',
  operation: 'book',
  reference: '4',
  method: 'POST',
  url: 'https://carrier.example/shipments',
  status: 0,
  tookMs: 15_000,
  trouble: 'timeout',
  sent: '{"shipments":[{"shipment_reference":"4","password":"[secret]"}]}',
  received: '',
  ...change,
});
