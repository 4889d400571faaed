// The record of a finished request: one line in the log and one count in the metrics, under the id that the client
// also receives. Queries, headers and bodies are never logged; only the owner of a key can see the refusal words of
// its calls.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { App, RequestLine } from '../../application/ports.ts';
import {
  findPackagingType,
  type PackagingIndex,
  packagingName,
} from '../../domain/bookings/item.ts';
import { firstOfEachPlace, type Issue } from '../../domain/refusal.ts';
import { issueSentence } from '../../wording/problems.ts';
import type { RouteName } from './allowed-methods.ts';
import type { Call } from './endpoint.ts';
import type { AnyRefusal } from './refusals.ts';
import { endTrace } from './request-trace.ts';

/** For the list of calls that a key's owner sees. */
const longestPath = 255;
const longestWords = 500;

export function logServed(app: App, request: FastifyRequest, status: number): void {
  const { caller, cameFrom, refusalCode, why, beganMs, meant } = request.progress;
  const config = meant ?? ((request.routeOptions.config ?? {}) as RouteName);
  const ms = performance.now() - beganMs;
  app.meter.requestServed({
    method: request.method,
    // Unknown paths share one name, so that a scanner cannot fill the metrics.
    route: config.path ?? 'other',
    generation: config.generation ?? 'none',
    status,
    seconds: ms / 1000,
  });
  const line: RequestLine = {
    requestId: request.id,
    method: request.method,
    path: pathOf(request),
    status,
    ms: Math.round(ms * 10) / 10,
  };
  if (cameFrom !== undefined) line.address = cameFrom;
  if (caller.kind !== 'anonymous') line.member = caller.member.id;
  if (caller.kind === 'key') line.keyId = caller.key.id;
  if (refusalCode !== undefined) line.refusal = refusalCode;
  endTrace(request, line);
  app.log.request(line);
  if (caller.kind === 'key') {
    app.keyCalls.note(caller.key.id, {
      atMs: app.clock.nowMs(),
      method: line.method,
      path: line.path.slice(0, longestPath),
      status,
      tookMs: Math.round(ms),
      requestId: line.requestId,
      ...(refusalCode === undefined ? {} : { refusal: refusalCode }),
      ...(why === undefined ? {} : { why }),
    });
  }
}

/** Notes for the key's owner that a rule replaced free text by a packaging type. */
export function notePackaging(
  { caller, reply }: Pick<Call, 'caller' | 'reply'>,
  sent: readonly { description: string }[],
  items: readonly { packaging: PackagingIndex }[],
): void {
  if (caller.kind !== 'key' || caller.settings.packageTypeRules.length === 0) return;
  const notes = sent.flatMap(({ description }, n) =>
    findPackagingType(description) === undefined
      ? [
          `items.${n}.description "${description}" is not a packaging type; ${packagingName(items[n]?.packaging ?? 0)} was used.`,
        ]
      : [],
  );
  if (notes.length > 0) reply.request.progress.why = logWords(notes);
}

/** The refusal as the client received it: the first issues and their fields. Undefined without words. */
export function refusalWords(data: AnyRefusal, body: object): string | undefined {
  const message: unknown = 'message' in body ? body.message : undefined;
  const sentences =
    'issues' in data ? firstOfEachPlace(data.issues).map(placed) : [String(message ?? '')];
  return logWords(sentences) || undefined;
}

/** Cut to length and without control characters: the words may contain any text that the client sent. */
function logWords(sentences: readonly string[]): string {
  const words = sentences
    .join(' ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim();
  return words.length > longestWords ? `${words.slice(0, longestWords - 1)}…` : words;
}

function placed(issue: Issue): string {
  const place = issue.path.join('.');
  const sentence = issueSentence(issue);
  return sentence.includes(place) ? sentence : `${place}: ${sentence}`;
}

/** Without the query and without a link's secret: neither belongs in a log. */
export function pathOf(request: FastifyRequest): string {
  const { loggedPath } = (request.routeOptions?.config ?? {}) as { loggedPath?: string };
  if (loggedPath !== undefined) return loggedPath;
  const end = request.url.indexOf('?');
  return end < 0 ? request.url : request.url.slice(0, end);
}

const processIdBytes = 6;

/**
 * Unique without a random number per request: the random part is per process. A proxy's own id is kept if harmless,
 * so that its log and ours can be read side by side.
 */
export function requestIds(app: App): (request: IncomingMessage) => string {
  const process = app.secrets.randomText(processIdBytes);
  let count = 0;
  return ({ headers }) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
