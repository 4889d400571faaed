// Receives carriers' webhooks about the operator's accounts. What the carrier signed, or the password or key that it
// sends, is the only credential, and there is no rate limit, because checking it costs less than a limit would. A
// notice decides nothing: the carrier is then asked for the status.
// Tests: contract/carrier-webhooks.
import type { FastifyInstance } from 'fastify';
import type { App } from '../../application/ports.ts';
import { takeNotice } from '../../application/tracking/take-notice.ts';
import { takeRawBodies } from '../server/bodies/raw-bodies.ts';

const path = '/webhooks/carriers/:carrier';

/** The path exists only if a connector can verify notices. */
export function mountCarrierWebhooks(server: FastifyInstance, app: App): void {
  const { connectors } = app.connections;
  if (connectors.every(({ readNotice }) => readNotice === undefined)) return;
  server.register((scope, _options, done) => {
    const bodyLimit = takeRawBodies(scope);
    scope.post(path, { bodyLimit, config: { path } }, async (request, reply) => {
      const { headers, body, params, query, progress } = request;
      const { carrier } = params as { carrier: string };
      const { key } = query as { key?: unknown };
      const outcome = await takeNotice(app, carrier, {
        header: (name) => {
          const value = headers[name];
          return typeof value === 'string' ? value : '';
        },
        key: typeof key === 'string' ? key : '',
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      });
      if (outcome !== 'forged') return { received: true, known: outcome === 'noted' };
      progress.refusalCode = 'notice_refused';
      return reply.code(400).send({
        error: 'notice_refused',
        message:
          'The webhook was rejected: its signature, password or key does not match the connected account.',
      });
    });
    done();
  });
}
