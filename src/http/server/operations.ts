// What operators ask the process: alive, ready, metrics; and what integrators read: the OpenAPI document and its
// reference page. No credentials are needed. Expensive answers are computed once for all callers and limited per
// address.
// Tests: contract/operations, contract/openapi.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { databaseHealth } from '../../application/database-health.ts';
import type { App, ReplicaHealth, ReplicaTrouble, StoreHealth } from '../../application/ports.ts';
import { once } from '../../domain/once.ts';
import { isClockWrong } from '../../domain/time/clock-skew.ts';
import { minuteMs, secondMs } from '../../domain/time/durations.ts';
import { clockSentence } from '../../wording/clock.ts';
import { routes } from '../routes.ts';
import { addressBucket, isLoopback } from './client-address.ts';
import { sendTagged, tagOf } from './entity-tag.ts';
import type { Limits } from './generation.ts';
import { countRequest } from './limits.ts';
import { openApiDocument } from './openapi.ts';
import { referencePage } from './pages/reference-page.ts';
import type { Row } from './row.ts';
import { sharedCheck } from './shared-check.ts';

export type OperationsOptions = {
  publicUrl: string;
  metrics: 'loopback' | 'everyone' | 'off';
  /** The metrics of all worker processes of this machine. */
  readMetrics: () => Promise<{ contentType: string; text: string }>;
  version: string;
  operationsPerMinute: Limits['operationsPerMinute'];
  routes?: readonly Row[];
};

export function mountOperations(
  server: FastifyInstance,
  app: App,
  options: OperationsOptions,
): void {
  server.get('/healthz', async () => ({ status: 'ok', version: options.version }));

  const counted = {
    onRequest: async (request: FastifyRequest): Promise<void> => {
      if (isFromThisMachine(request)) return;
      await countRequest(app, {
        scope: 'operations:address',
        who: addressBucket(request.ip, request.socket.remoteAddress ?? ''),
        requests: { limit: options.operationsPerMinute, windowMs: minuteMs },
      });
    },
  };

  let isNewerLogged = false;
  const health = sharedCheck(
    () => app.clock.nowMs(),
    () => databaseHealth(app),
  );
  server.get('/readyz', counted, async (_request, reply) => {
    const database = presentDatabase(await health());
    const clock = presentClock(app.machineAheadMs());
    const sharedState = app.counters.health();
    const isReady = database.status === 'ok';
    if (database.detail === newerSchema && !isNewerLogged) {
      isNewerLogged = true;
      app.log.error({ schema_version: database.schema_version }, newerSchema);
    }
    // Degraded, not unavailable: during an upgrade, "unavailable" would remove all old processes before the first new
    // one serves.
    const isDegraded =
      sharedState.lost ||
      database.replica?.status === 'not_used' ||
      database.detail !== undefined ||
      clock.status === 'wrong';
    return reply.code(isReady ? 200 : 503).send({
      status: isReady ? (isDegraded ? 'degraded' : 'ok') : 'unavailable',
      database,
      clock,
      shared_state: {
        status: sharedState.lost ? 'lost' : 'ok',
        kind: sharedState.kind,
        ...(sharedState.lost ? { detail: 'limits are counted by this process alone' } : {}),
      },
    });
  });

  server.get('/metrics', async (request, reply) => {
    const isClosed = options.metrics === 'loopback' && !isFromThisMachine(request);
    if (options.metrics === 'off' || isClosed) {
      return reply.callNotFound();
    }
    try {
      const { contentType, text } = await options.readMetrics();
      return reply.type(contentType).send(text);
    } catch (error) {
      app.log.error({ err: error }, 'the metrics cannot be read');
      return reply
        .code(503)
        .send({ error: 'metrics_unavailable', message: 'The metrics cannot be read right now.' });
    }
  });

  // Made on first use, to keep the start quick.
  const documentOf = (generation: 'v4' | 'v5') =>
    openApiDocument(options.routes ?? routes, options.publicUrl, generation);
  const describe = (generation: 'v4' | 'v5') => {
    const description = once(() => tagged(JSON.stringify(documentOf(generation), undefined, 2)));
    return async (request: FastifyRequest, reply: FastifyReply) => {
      // Integrators' browser tools may read the description from any site.
      reply.header('access-control-allow-origin', '*');
      const type = 'application/json; charset=utf-8';
      return sendTagged(request, reply, { ...description(), type, cacheControl });
    };
  };
  server.get('/openapi.json', counted, describe('v5'));
  server.get('/openapi-v4.json', counted, describe('v4'));
  const page = once(() => {
    const { html, policy } = referencePage(documentOf('v5'));
    return { ...tagged(html), policy };
  });
  server.get('/docs', counted, async (request, reply) => {
    const { policy, ...content } = page();
    reply.header('content-security-policy', policy);
    return sendTagged(request, reply, {
      ...content,
      type: 'text/html; charset=utf-8',
      cacheControl,
    });
  });
}

/** A forwarded request came from elsewhere, even if the proxy is on this machine. */
function isFromThisMachine({ ip, headers }: FastifyRequest): boolean {
  return isLoopback(ip) && !('x-forwarded-for' in headers);
}

const tagged = (text: string) => ({ body: Buffer.from(text), tag: tagOf(text) });
const cacheControl = 'public, max-age=300';

const newerSchema = 'a newer Linehaul has changed the schema; replace this process by it';

type ShownDatabase = {
  status: string;
  engine?: string;
  schema_version?: number;
  detail?: typeof newerSchema;
  replica?: { status: 'used' | 'not_used'; detail?: string };
};

/** In our own words: the server's own message is for the log. */
const replicaTroubles: Readonly<Record<ReplicaTrouble, string>> = {
  unreachable: 'it cannot be reached',
  behind: 'it is too far behind',
  slow: 'it takes too long to answer',
  not_a_replica: 'it is no replica of this database',
};

function presentReplica({ isUsed, trouble }: ReplicaHealth): NonNullable<ShownDatabase['replica']> {
  if (isUsed) return { status: 'used' };
  return {
    status: 'not_used',
    ...(trouble === undefined
      ? {}
      : { detail: `${replicaTroubles[trouble]}; the primary answers lists and reports` }),
  };
}

/** Degraded, not unavailable: answers use the database's clock. */
function presentClock(machineAheadMs: number) {
  const isWrong = isClockWrong(machineAheadMs);
  return {
    status: isWrong ? ('wrong' as const) : ('ok' as const),
    ahead_seconds: Math.round(machineAheadMs / (secondMs / 10)) / 10,
    ...(isWrong
      ? { detail: `${clockSentence(machineAheadMs)} This process does no jobs until it is set.` }
      : {}),
  };
}

function presentDatabase(health: StoreHealth | undefined): ShownDatabase {
  if (health === undefined) return { status: 'unreachable' };
  return {
    status: 'ok',
    engine: health.engine,
    schema_version: health.schemaVersion,
    ...(health.isNewer ? { detail: newerSchema } : {}),
    ...(health.replica === undefined ? {} : { replica: presentReplica(health.replica) }),
  };
}
