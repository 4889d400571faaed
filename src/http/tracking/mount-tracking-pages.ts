// /track and /track/{consignment note}: public pages for receivers, without credentials and limited by address.
// Tests: contract/tracking-pages.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readLogo } from '../../application/members/branding.ts';
import { type App, StoreAway, StoreBusy } from '../../application/ports.ts';
import { trackPublicly } from '../../application/tracking/track-publicly.ts';
import type { Markup } from '../../domain/markup.ts';
import { Refusal } from '../../domain/refusal.ts';
import { minuteMs } from '../../domain/time/durations.ts';
import { addressBucket } from '../server/client-address.ts';
import { unavailable } from '../server/error-answers.ts';
import { countRequest } from '../server/limits.ts';
import { overloaded } from '../server/overload/overload.ts';
import { pathOf } from '../server/request-log.ts';
import {
  policyOf,
  renderAway,
  renderBusy,
  renderForm,
  renderTooMany,
  renderTracking,
  renderTrouble,
  trackingPolicy,
} from './tracking-page.ts';

type Asked = { reference?: unknown; postcode?: unknown; digest?: unknown };

/** `perMinute`: pages per address; 0 for no limit. */
export function mountTrackingPages(server: FastifyInstance, app: App, perMinute: number): void {
  const operator = app.operator.seller.name;
  server.register((scope, _options, done) => {
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof Refusal && error.data.code === 'rate_limited') {
        const { retryAfterSeconds } = error.data;
        request.progress.refusalCode = error.data.code;
        reply.code(429).header('retry-after', String(retryAfterSeconds));
        return send(reply, renderTooMany(operator, retryAfterSeconds));
      }
      if (error instanceof Refusal && error.data.code === 'logo_not_found') {
        request.progress.refusalCode = error.data.code;
        return reply.code(404).type('text/plain').send('There is no such logo.');
      }
      if (error instanceof StoreBusy) {
        app.meter.limitHit('overload');
        request.progress.refusalCode = overloaded.code;
        reply.code(503).header('retry-after', String(overloaded.retryAfterSeconds));
        return send(reply, renderBusy(operator));
      }
      if (error instanceof StoreAway) {
        app.log.warn({ err: error, requestId: request.id }, 'the database cannot be reached');
        request.progress.refusalCode = unavailable.code;
        reply.code(503).header('retry-after', String(unavailable.retryAfterSeconds));
        return send(reply, renderAway(operator));
      }
      app.log.error(
        { err: error, requestId: request.id, path: pathOf(request) },
        'unexpected error',
      );
      return send(reply.code(500), renderTrouble(operator, request.id));
    });
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      await countRequest(app, {
        scope: 'track:address',
        who: clientOf(request),
        requests: { limit: perMinute, windowMs: minuteMs },
      });
    };
    const named = (path: string) => ({ onRequest, config: { generation: 'pages', path } });

    scope.get('/track', named('/track'), async (request, reply) => {
      const { reference, postcode } = request.query as Asked;
      const wanted = textOf(reference);
      if (wanted === '') return send(reply, renderForm(operator));
      const query =
        textOf(postcode) === '' ? '' : `?postcode=${encodeURIComponent(textOf(postcode))}`;
      return reply.redirect(`/track/${encodeURIComponent(wanted)}${query}`, 303);
    });
    scope.get('/track/:reference', named('/track/:reference'), async (request, reply) => {
      const reference = textOf((request.params as Asked).reference);
      const postcode = textOf((request.query as Asked).postcode);
      const tracking = await trackPublicly(app, {
        connote: reference,
        postcode,
        client: clientOf(request),
      });
      if (tracking.kind === 'not_found') reply.code(404);
      const shown = { nowMs: app.clock.nowMs(), operator };
      const page = renderTracking(tracking, { reference, postcode }, shown);
      return send(reply, page, policyOf(tracking));
    });
    scope.get('/track/logos/:digest', named('/track/logos/:digest'), async (request, reply) => {
      const { mediaType, base64 } = await readLogo(app, textOf((request.params as Asked).digest));
      return reply
        .type(mediaType)
        .headers({
          'content-security-policy': "default-src 'none'; sandbox",
          // Its address changes with its content.
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .send(Buffer.from(base64, 'base64'));
    });
    done();
  });
}

function send(reply: FastifyReply, page: Markup, policy = trackingPolicy): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex' })
    .send(page.text);
}

const longestText = 64;

/** A query parameter may be missing, repeated or nested. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, longestText) : '';
}

function clientOf(request: FastifyRequest): string {
  return addressBucket(request.ip, request.socket.remoteAddress ?? '');
}
