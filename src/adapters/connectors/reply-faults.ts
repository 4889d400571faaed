// HTTP statuses that mean the same with every carrier: rejected credentials, rate limits and a broken service; and which faults
// are likely to be temporary.
import type { CarrierReply } from '../../application/ports.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { WireReply } from './transport.ts';

const temporary: ReadonlySet<number | undefined> = new Set([500, 502, 503, 504]);

export function refuseFaults(reply: WireReply): CarrierReply {
  const { status, contentType, bytes, retryAfter } = reply;
  // With these statuses the carrier has not processed the request.
  if (status === 401 || status === 403)
    throw new CarrierTrouble('credentials', `the carrier answered ${status}`, { isUnsent: true });
  if (status === 429)
    throw new CarrierTrouble('rate_limited', 'the carrier answered 429', {
      isUnsent: true,
      retryAfterMs: retryAfterMs(retryAfter),
    });
  if (status >= 500 || status === 408)
    throw new CarrierTrouble('server_error', `the carrier answered ${status}`, { status });
  if (status >= 300 && status < 400)
    throw new CarrierTrouble('bad_answer', `the carrier answered ${status}, a redirect`);
  return { status, contentType, bytes };
}

function retryAfterMs(text: string): number | undefined {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) * 1000 : undefined;
}

/** A repeat is likely to succeed. */
export function isTemporary({ kind, status }: CarrierTrouble): boolean {
  return kind === 'lost' || kind === 'unreachable' || temporary.has(status);
}
