// A notice from the payment gateway that a payment was settled. The notice is only a hint: the payment is recovered
// by asking the gateway, as after a crash, so duplicate and late notices are harmless. For open payments this is
// merely faster than the recovery job. But only a notice reports that the bank returned a refund, so a failure is
// thrown and the notice is not acknowledged.
import type { App, PaymentNotice } from '../ports.ts';

export async function handleNotice(app: App, notice: PaymentNotice): Promise<void> {
  if (notice.kind !== 'settled') return;
  await app.recoverPayment(notice.key);
}
