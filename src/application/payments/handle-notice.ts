// A payment gateway says by itself that something was settled. Nothing it says is taken for the outcome: the
// payment is recovered as after a crash, by asking the gateway. So hearing of it twice or late is all the same. Of what
// still waits this is only quicker than the job that recovers it; but that a refund, once given, came back from the bank
// is heard here and nowhere else, so what could not be seen to is thrown, and is not acknowledged.
import type { App, PaymentNotice } from '../ports.ts';

export async function handleNotice(app: App, notice: PaymentNotice): Promise<void> {
  if (notice.kind !== 'settled') return;
  await app.recoverPayment(notice.key);
}
