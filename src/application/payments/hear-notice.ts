// A payment gateway says by itself that something was settled. Nothing it says is taken for the outcome: the
// payment is recovered as after a crash, by asking the gateway. So hearing of it twice, late or never is all
// the same, and this can only ever be quicker than the job that recovers whatever has waited too long.
import type { App, PaymentNotice } from '../ports.ts';

export async function hearNotice(app: App, notice: PaymentNotice): Promise<void> {
  if (notice.kind !== 'settled') return;
  await app.recoverPayment(notice.key);
}
