// Receives payment gateways' webhooks. The signature over the raw body is the only credential, and there is no rate
// limit, because checking the signature costs less than a limit would. The answer says only whether the notice was
// accepted, so that a forger learns nothing from it.
// Tests: contract/webhooks.
import type { FastifyInstance } from 'fastify';
import { handleNotice } from '../../application/payments/handle-notice.ts';
import type { App } from '../../application/ports.ts';
import { takeRawBodies } from '../server/bodies/raw-bodies.ts';

const path = '/webhooks/stripe';

/** The path exists only if the gateway can verify notices. */
export function mountWebhooks(server: FastifyInstance, app: App): void {
  const { paymentNotices } = app;
  if (paymentNotices === undefined) return;
  server.register((scope, _options, done) => {
    const bodyLimit = takeRawBodies(scope);
    scope.post(path, { bodyLimit, config: { path } }, async (request, reply) => {
      const notice = await paymentNotices.read({
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        signature: onlyOne(request.headers['stripe-signature']),
        nowMs: app.clock.nowMs(),
      });
      if (notice.kind === 'forged') {
        request.progress.refusalCode = 'notice_refused';
        return reply.code(400).send({
          error: 'notice_refused',
          message: `The notice is not taken. ${notice.reason}`,
        });
      }
      // A failure here answers 500, or 503 if the gateway is unreachable; the gateway then sends the notice again.
      await handleNotice(app, notice);
      return { received: true };
    });
    done();
  });
}

function onlyOne(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
