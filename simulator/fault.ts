// Parses faults, `CARRIER:OPERATION:KIND[=VALUE][:TIMES]`, and picks those that hit a request. `*` means every
// carrier or operation; TIMES is a number (`3`) or a probability (`10%`), and without it the fault always hits.
// answer-request.ts carries the fault out.
import { type Latency, latencyForms, parseLatency } from './latency.ts';
import { isOperation, type Operation, operations } from './protocol.ts';
import type { Random } from './random.ts';

export const faultKinds = [
  'latency',
  'hang',
  'reset',
  'server-error',
  'rate-limit',
  'malformed',
  'truncated',
  'wrong-price',
  'accepted-but-answer-lost',
  'duplicate',
  'expired-token',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  readonly carrier: string;
  readonly operation: Operation | '*';
  readonly kind: FaultKind;
  /** Milliseconds, a status, seconds or a percentage, depending on the kind. */
  readonly value: string;
  readonly latency: Latency | undefined;
  /** Undefined means unlimited. */
  readonly times: number | undefined;
  /** From 0 to 1; undefined means always. */
  readonly chance: number | undefined;
};

/** The form of each kind's value, and its default. */
const values: Partial<Record<FaultKind, { shape: RegExp; usual: string; say: string }>> = {
  'server-error': { shape: /^5\d\d$/, usual: '500', say: 'a status from 500 to 599' },
  'rate-limit': { shape: /^\d{1,4}$/, usual: '60', say: 'the seconds of Retry-After' },
  'wrong-price': { shape: /^\d{1,4}$/, usual: '110', say: 'a percentage of the right price' },
};

const isKind = (text: string): text is FaultKind =>
  (faultKinds as readonly string[]).includes(text);

/** The fault, or a sentence about the mistake in the text. */
export function parseFault(text: string, carriers: readonly string[]): Fault | string {
  const [carrier = '', operation = '', spec = '', often = '', ...rest] = text.split(':');
  if (rest.length > 0 || spec === '') {
    return `"${text}" is no fault: write CARRIER:OPERATION:KIND[=VALUE][:TIMES], such as auspost:book:reset:1.`;
  }
  if (carrier !== '*' && !carriers.includes(carrier)) {
    return `No carrier is called "${carrier}"; there are ${carriers.join(', ')}, or * for all.`;
  }
  if (operation !== '*' && !isOperation(operation)) {
    return `No operation is called "${operation}"; there are ${operations.join(', ')}, or * for all.`;
  }
  const [kind = '', given] = spec.split('=');
  if (!isKind(kind)) return `No fault is called "${kind}"; there are ${faultKinds.join(', ')}.`;
  const value = parseValue(kind, given);
  if (typeof value === 'string') return value;
  const count = /^(\d{1,6})(%?)$/.exec(often);
  if (often !== '' && count === null)
    return `"${often}" is neither a number of times nor a chance such as 10%.`;
  const number = Number(count?.[1]);
  const isChance = count?.[2] === '%';
  if (isChance && number > 100) return `A chance is at most 100%, not ${often}.`;
  return {
    carrier,
    operation,
    kind,
    ...value,
    times: count === null || isChance ? undefined : number,
    chance: isChance ? number / 100 : undefined,
  };
}

function parseValue(
  kind: FaultKind,
  given: string | undefined,
): { value: string; latency: Latency | undefined } | string {
  if (kind === 'latency') {
    const latency = parseLatency(given ?? '');
    if (latency === undefined) return `latency needs a time in milliseconds: ${latencyForms}.`;
    return { value: given ?? '', latency };
  }
  const allowed = values[kind];
  if (allowed === undefined) {
    return given === undefined
      ? { value: '', latency: undefined }
      : `${kind} takes no value, but "${given}" is given.`;
  }
  const value = given ?? allowed.usual;
  if (!allowed.shape.test(value)) return `${kind} takes ${allowed.say}, not "${value}".`;
  return { value, latency: undefined };
}

export function formatFault({ carrier, operation, kind, value, times, chance }: Fault): string {
  const often = chance === undefined ? times : `${Math.round(chance * 100)}%`;
  return `${carrier}:${operation}:${kind}${value === '' ? '' : `=${value}`}${often === undefined ? '' : `:${often}`}`;
}

/** A longer list means that faults were not cleared. */
export const mostFaults = 1_000;

export class FaultBook {
  #faults: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY });
  }

  get size(): number {
    return this.#faults.length;
  }

  clear(carrier?: string): void {
    this.#faults = this.#faults.filter(
      ({ fault }) => carrier !== undefined && fault.carrier !== carrier,
    );
  }

  /** The faults that are still active, each with its remaining count. */
  list(): string[] {
    return this.#faults.map(({ fault, left }) =>
      formatFault(fault.times === undefined ? fault : { ...fault, times: left }),
    );
  }

  /** Returns the faults that hit this request: every latency, and the first of the others. */
  take(carrier: string, operation: Operation, random: Random): readonly Fault[] {
    const taken: Fault[] = [];
    for (const entry of this.#faults) {
      const { fault } = entry;
      const isMeant =
        (fault.carrier === '*' || fault.carrier === carrier) &&
        (fault.operation === '*' || fault.operation === operation);
      const isSecond = fault.kind !== 'latency' && taken.some(({ kind }) => kind !== 'latency');
      if (!isMeant || isSecond) continue;
      if (fault.chance !== undefined && random.share() >= fault.chance) continue;
      entry.left -= 1;
      taken.push(fault);
    }
    this.#faults = this.#faults.filter(({ left }) => left > 0);
    return taken;
  }
}
