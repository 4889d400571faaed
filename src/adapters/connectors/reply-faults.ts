// What is the same with every carrier, whatever its interface: answers that say that we may not, ask too much, or have met
// a service that is broken; and which of such troubles are likely to be over in a moment.
import type { CarrierReply } from '../../application/ports.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { WireReply } from './transport.ts';

const brief: ReadonlySet<number | undefined> = new Set([500, 502, 503, 504]);

export function refuseFaults(reply: WireReply): CarrierReply {
  const { status, contentType, bytes, retryAfter } = reply;
  // Whoever is not let in, or has to wait, has not been listened to.
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
    throw new CarrierTrouble('bad_answer', `the carrier answered ${status}, another address`);
  return { status, contentType, bytes };
}

function retryAfterMs(text: string): number | undefined {
  return /^\d{1,6}$/.test(text.trim()) ? Number(text) * 1000 : undefined;
}

/** Likely to be over in a moment. */
export function isPassing({ kind, status }: CarrierTrouble): boolean {
  return kind === 'lost' || kind === 'unreachable' || brief.has(status);
}
