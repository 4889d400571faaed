// Where payment gateways send notices of their own. No credentials and no limits as elsewhere: a signature over
// the body's very bytes is the credential, and checking it costs less than any limit would. The answer says
// only whether the notice was taken, because whoever forges one must learn nothing from it.
// Tests: contract/webhooks.
import type { FastifyInstance } from 'fastify';
import { handleNotice } from '../../application/payments/handle-notice.ts';
import type { App } from '../../application/ports.ts';

/** Stripe's notices have a few thousand bytes. */
const mostBytes = 256 * 1024;
const path = '/webhooks/stripe';

/** Only where notices can be checked; elsewhere the path does not exist. */
export function mountWebhooks(server: FastifyInstance, app: App): void {
  const { paymentNotices } = app;
  if (paymentNotices === undefined) return;
  server.register((scope, _options, done) => {
    // The signature is over the bytes as they came: they must not be read as anything before it is checked.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    scope.post(path, { bodyLimit: mostBytes, config: { path } }, async (request, reply) => {
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
      // A failure below is answered 500, or 503 where the gateway itself does not answer; it sends the notice again later.
      await handleNotice(app, notice);
      return { received: true };
    });
    done();
  });
}

function onlyOne(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header : undefined;
}
